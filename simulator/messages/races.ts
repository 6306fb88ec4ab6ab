// Writes a message's row as it appears for moments: without its chat, its body or its file, each of which comes as a
// separate commit.

import { type Attached, insertAttachment, joinAttachment } from './attachments.ts'
import { chatNamed } from './chats.ts'
import { type Composed, compose } from './content.ts'
import { findMessage, type MessageName } from './find-message.ts'
import { handleOf } from './handles.ts'
import { insertMessage, joinChat } from './place.ts'
import { chatOfIncoming, type Incoming, incomingColumns } from './receive.ts'
import { chatOfOutgoing, handleOfOutgoing, type Outgoing, stateColumns } from './send.ts'
import type { Service, Writer, Written } from './writer.ts'

/** A begun row, with the parts that are still missing. */
export interface Begun extends Written {
  /** The chat to which it will belong. */
  chatGuid: string
  service: Service
  atMs: number
  pending: Composed
  outgoing: boolean
}

/** Inserts the row of an incoming message, without chat, body and files. */
export function beginReceive(writer: Writer, incoming: Incoming): Begun {
  const atMs = incoming.atMs ?? writer.nowMs()
  const chat = chatOfIncoming(writer, incoming)
  const service = incoming.service ?? chat.service
  const pending = compose(writer, incoming)
  const handle = handleOf(writer, incoming.from, service)
  const columns = { ...incomingColumns(incoming, atMs), reply_to_guid: null }
  const row = { chat: undefined, service, fromMe: false, handle, atMs, guid: pending.guid, columns }
  return { ...insertMessage(writer, row), chatGuid: chat.guid, service, atMs, pending, outgoing: false }
}

/** Inserts the row of an outgoing message, without chat, body and files. */
export function beginSend(writer: Writer, outgoing: Outgoing): Begun {
  const atMs = outgoing.atMs ?? writer.nowMs()
  const chat = chatOfOutgoing(writer, outgoing)
  const service = outgoing.service ?? chat.service
  const pending = compose(writer, outgoing)
  const columns = { ...stateColumns(outgoing.state ?? 'sending', service, atMs), ...outgoing.columns }
  const handle = handleOfOutgoing(writer, chat, service)
  const row = { chat: undefined, service, fromMe: true, handle, atMs, guid: pending.guid, columns }
  return { ...insertMessage(writer, row), chatGuid: chat.guid, service, atMs, pending, outgoing: true }
}

export function fillBody(writer: Writer, { rowid, pending }: Begun): void {
  const { bytes, partCount } = pending.body
  writer.update('message', rowid, { attributedBody: bytes, part_count: partCount })
}

export function join(writer: Writer, begun: Begun): void {
  joinChat(writer, { ...begun, chat: chatNamed(writer, begun.chatGuid) })
}

/** Inserts the rows of the files without joining them to the message. */
export const insertFiles = (writer: Writer, { pending, outgoing, atMs }: Begun): Attached[] =>
  pending.files.map(({ file, guid }) => insertAttachment(writer, { file, guid, outgoing, atMs }))

export function joinFiles(writer: Writer, begun: Begun, files: readonly Attached[]): void {
  for (const { rowid } of files) joinAttachment(writer, begun.rowid, rowid)
}

/** Inserts a row that never gets a chat, as happens with one-time codes and many RCS messages. */
export function receiveOrphan(writer: Writer, incoming: Incoming): Written {
  const begun = beginReceive(writer, incoming)
  fillBody(writer, begun)
  return { rowid: begun.rowid, guid: begun.guid, chatGuid: undefined }
}

/** Changes the direction of a row: its sender turns out to be me a moment later, or the reverse. */
export function flipSender(writer: Writer, { message, fromMe }: { message: MessageName; fromMe: boolean }): void {
  writer.update('message', findMessage(writer, message).rowid, { is_from_me: Number(fromMe) })
}
