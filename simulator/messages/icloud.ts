// What Messages in iCloud and upgrades do to old rows: they come again under new numbers, and chats change their names.

import { chatNamed } from './chats.ts'
import { findMessage, type MessageName } from './find-message.ts'
import { emptyMemory, type Writer, type Written } from './writer.ts'

/** An old message lands again: a new ROWID and a fresh guid, all else as before. */
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

/** A message that lies in another chat as well, as where two chats of one person became one. */
export function alsoIn(writer: Writer, { message, chat }: { message: MessageName; chat: string }): void {
  const { rowid } = findMessage(writer, message)
  writer.run(
    `INSERT INTO chat_message_join (chat_id, message_id, message_date) SELECT ?, ROWID, date FROM message WHERE ROWID = ?`,
    chatNamed(writer, chat).rowid,
    rowid,
  )
}

/** A row of before macOS 10.13, which no upgrade touched: its dates are whole seconds. */
export function inSeconds(writer: Writer, { message }: { message: MessageName }): void {
  const { rowid } = findMessage(writer, message)
  const dates = ['date', 'date_read', 'date_delivered'].map((name) => `${name} = ${name} / 1000000000`).join(', ')
  writer.run(`UPDATE message SET ${dates} WHERE ROWID = ?`, rowid)
  writer.run(
    'UPDATE chat_message_join SET message_date = (SELECT date FROM message WHERE ROWID = message_id) WHERE message_id = ?',
    rowid,
  )
}

/** The upgrade to macOS 26 renames every chat in place. */
export function renameChats(writer: Writer): void {
  writer.run("UPDATE chat SET guid = 'any' || substr(guid, instr(guid, ';')) WHERE guid NOT LIKE 'any;%'")
  writer.memory = emptyMemory()
}

/** A chat's name goes back to what an older macOS called it, for chats that a restored backup brings. */
export function renameChat(writer: Writer, { chat, to }: { chat: string; to: string }): void {
  writer.run('UPDATE chat SET guid = ? WHERE guid = ?', to, chat)
  writer.memory = emptyMemory()
}

/** Addresses of one person, where Contacts told Messages so. */
export function linkHandles(
  writer: Writer,
  { addresses, person }: { addresses: readonly string[]; person: string },
): void {
  for (const address of addresses) writer.run('UPDATE handle SET person_centric_id = ? WHERE id = ?', person, address)
}
