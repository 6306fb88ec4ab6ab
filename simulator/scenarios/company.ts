/** Chooses who writes in a scenario: somebody the simulated owner already talks to, or a newcomer on an empty Mac. */
import type { Self } from '../manifest.ts'
import type { Messages } from '../messages/open-messages.ts'

const NEWCOMER = '+12025550123'
const SECOND_NEWCOMER = '+12025550124'
const DIRECT_STYLE = 45
const GROUP_STYLE = 43

export function aFriend({ db }: Messages, self: Self): string {
  const found = db
    .prepare(
      `SELECT chat_identifier AS address FROM chat
       WHERE style = ? AND is_filtered = 0 AND chat_identifier NOT IN (?, ?) AND chat_identifier LIKE '+%'
       ORDER BY (SELECT max(message_date) FROM chat_message_join WHERE chat_id = chat.ROWID) DESC LIMIT 1`,
    )
    .get(DIRECT_STYLE, self.phone, self.email)
  return found === undefined ? NEWCOMER : String(found.address)
}

/** Returns the guid of a group in which the friend writes. */
export function aGroup(messages: Messages, friend: string): string {
  const found = messages.db
    .prepare('SELECT guid FROM chat WHERE style = ? ORDER BY ROWID DESC LIMIT 1')
    .get(GROUP_STYLE)
  if (found !== undefined) return String(found.guid)
  return messages.createGroup({ members: [friend, SECOND_NEWCOMER], name: 'Hikers' }).guid
}
