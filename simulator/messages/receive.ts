// Receives a message, from one person or in a group.

import { appleNanoseconds } from './apple-time.ts'
import type { Chat } from './chat.ts'
import { chatNamed, directChat } from './chats.ts'
import { attachAll, type Content, compose, contentColumns } from './content.ts'
import { handleOf } from './handles.ts'
import { placeMessage } from './place.ts'
import type { Row } from './tables.ts'
import type { Service, Writer, Written } from './writer.ts'

export interface Incoming extends Content {
  from: string
  /** A chat's guid or identifier; the conversation with `from` by default. */
  chat?: string
  service?: Service
  /** The time when it was read, or true for at once. */
  read?: boolean | number
  /** Further columns of the row, for what has no field here. */
  columns?: Row
}

export const chatOfIncoming = (writer: Writer, { chat, from, service }: Incoming): Chat =>
  chat === undefined ? directChat(writer, { with: from, ...(service && { service }) }) : chatNamed(writer, chat)

export function readColumns(read: Incoming['read'], atMs: number): Row {
  if (read === undefined || read === false) return { is_read: 0 }
  return { is_read: 1, date_read: appleNanoseconds(read === true ? atMs + 1000 : read) }
}

export function incomingColumns(incoming: Incoming, atMs: number): Row {
  return {
    is_delivered: 1,
    ...readColumns(incoming.read, atMs),
    ...contentColumns(incoming),
    ...incoming.columns,
  }
}

export function receive(writer: Writer, incoming: Incoming): Written {
  const atMs = incoming.atMs ?? writer.nowMs()
  const chat = chatOfIncoming(writer, incoming)
  const service = incoming.service ?? chat.service
  const { guid, body, files } = compose(writer, incoming)
  const written = placeMessage(writer, {
    chat,
    service,
    fromMe: false,
    handle: handleOf(writer, incoming.from, service),
    atMs,
    guid,
    body,
    columns: incomingColumns(incoming, atMs),
  })
  attachAll(writer, { rowid: written.rowid, files, outgoing: false, atMs })
  return written
}
