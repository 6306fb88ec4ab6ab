// Simulates what Messages in iCloud and upgrades do to old rows: they come again under new numbers, and chats are
// renamed.

import { chatNamed } from './chats.ts'
import { findMessage, type MessageName } from './find-message.ts'
import { emptyMemory, type Writer, type Written } from './writer.ts'

/** Lets an old message land again: with a new ROWID and a new guid, and everything else unchanged. */
export function reland(writer: Writer, { message }: { message: MessageName }): Written {
  const { rowid, chatGuid } = findMessage(writer, message)
  const guid = writer.newGuid()
  const columns = writer
    .all("SELECT name FROM pragma_table_info('message') WHERE name NOT IN ('ROWID', 'guid')")
    .map(({ name }) => String(name))
    .join(', ')
  writer.run(`INSERT INTO message (guid, ${columns}) SELECT ?, ${columns} FROM message WHERE ROWID = ?`, guid, rowid)
  const copy = Number(writer.get('SELECT ROWID AS rowid FROM message WHERE guid = ?', guid)?.rowid)
  writer.run(
    `INSERT INTO chat_message_join (chat_id, message_id, message_date)
     SELECT chat_id, ?, message_date FROM chat_message_join WHERE message_id = ?`,
    copy,
    rowid,
  )
  writer.run(
    `INSERT INTO message_attachment_join (message_id, attachment_id)
     SELECT ?, attachment_id FROM message_attachment_join WHERE message_id = ?`,
    copy,
    rowid,
  )
  return { rowid: copy, guid, chatGuid }
}

/** Puts a message into another chat as well, which happens when two chats of one person become one. */
export function alsoIn(writer: Writer, { message, chat }: { message: MessageName; chat: string }): void {
  const { rowid } = findMessage(writer, message)
  writer.run(
    `INSERT INTO chat_message_join (chat_id, message_id, message_date) SELECT ?, ROWID, date FROM message WHERE ROWID = ?`,
    chatNamed(writer, chat).rowid,
    rowid,
  )
}

/** Makes a row from before macOS 10.13 that no upgrade touched: its dates are whole seconds. */
export function inSeconds(writer: Writer, { message }: { message: MessageName }): void {
  const { rowid } = findMessage(writer, message)
  const dates = ['date', 'date_read', 'date_delivered'].map((name) => `${name} = ${name} / 1000000000`).join(', ')
  writer.run(`UPDATE message SET ${dates} WHERE ROWID = ?`, rowid)
  writer.run(
    'UPDATE chat_message_join SET message_date = (SELECT date FROM message WHERE ROWID = message_id) WHERE message_id = ?',
    rowid,
  )
}

/** Renames every chat in place, as the upgrade to macOS 26 does. */
export function renameChats(writer: Writer): void {
  writer.run("UPDATE chat SET guid = 'any' || substr(guid, instr(guid, ';')) WHERE guid NOT LIKE 'any;%'")
  writer.memory = emptyMemory()
}

/** Gives a chat the name that an older macOS used, for chats that come from a restored backup. */
export function renameChat(writer: Writer, { chat, to }: { chat: string; to: string }): void {
  writer.run('UPDATE chat SET guid = ? WHERE guid = ?', to, chat)
  writer.memory = emptyMemory()
}

/** Links the addresses of one person, which Messages does with data of Contacts. */
export function linkHandles(
  writer: Writer,
  { addresses, person }: { addresses: readonly string[]; person: string },
): void {
  for (const address of addresses) writer.run('UPDATE handle SET person_centric_id = ? WHERE id = ?', person, address)
}
