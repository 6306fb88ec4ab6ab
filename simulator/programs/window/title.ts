/** Returns the title of the window for a conversation: the contact, the group, or the number as people write it. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { storeName } from '../../contacts/store.ts'
import type { Messages } from '../../messages/open-messages.ts'
import { addressBookFolder } from '../../paths.ts'

export function titleOf(home: string, { db }: Messages, chatGuid: string): string {
  const chat = db
    .prepare('SELECT display_name AS name, chat_identifier AS identifier FROM chat WHERE guid = ?')
    .get(chatGuid)
  if (chat?.name) return String(chat.name)
  const address = String(chat?.identifier ?? '')
  return contactName(home, address) ?? asPeopleWrite(address)
}

/** Compares the last digits, which are the same however the number of a card is written. */
function contactName(home: string, address: string): string | undefined {
  const db = new DatabaseSync(join(addressBookFolder(home), storeName), { readOnly: true })
  try {
    const found = db
      .prepare(
        `SELECT trim(coalesce(ZFIRSTNAME, '') || ' ' || coalesce(ZLASTNAME, '')) AS name FROM ZABCDRECORD card
         WHERE EXISTS (SELECT 1 FROM ZABCDPHONENUMBER WHERE ZOWNER = card.Z_PK AND
           replace(replace(replace(replace(replace(ZFULLNUMBER, ' ', ''), '-', ''), '(', ''), ')', ''), '.', '') LIKE '%' || substr(?, -7))
         OR EXISTS (SELECT 1 FROM ZABCDEMAILADDRESS WHERE ZOWNER = card.Z_PK AND lower(ZADDRESS) = lower(?))`,
      )
      .get(address, address)
    return found?.name ? String(found.name) : undefined
  } finally {
    db.close()
  }
}

const asPeopleWrite = (address: string): string => address.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 ($1) $2-$3')
