// Sends a message: writes the row first, then what the network reports, step by step.

import { appleNanoseconds } from './apple-time.ts'
import type { Chat } from './chat.ts'
import { chatNamed, directChat } from './chats.ts'
import { attachAll, type Content, compose, contentColumns } from './content.ts'
import { findMessage, type MessageName } from './find-message.ts'
import { handleOf } from './handles.ts'
import { placeMessage } from './place.ts'
import type { Row } from './tables.ts'
import type { Service, Writer, Written } from './writer.ts'

export interface Outgoing extends Content {
  /** An address. Either this or `chat`, a chat's guid or identifier, is given. */
  to?: string
  chat?: string
  service?: Service
  /** The state of the message; `sending` by default. The steps below take it further. */
  state?: 'sending' | 'sent' | 'delivered' | 'read'
  columns?: Row
}

export function chatOfOutgoing(writer: Writer, { to, chat, service }: Outgoing): Chat {
  if (chat !== undefined) return chatNamed(writer, chat)
  if (to === undefined) throw new Error('an outgoing message needs `to` or `chat`')
  return directChat(writer, { with: to, ...(service && { service }) })
}

const deliveryMs = 700
const readingMs = 45_000

/** SMS never reports that it was delivered. */
export function stateColumns(state: NonNullable<Outgoing['state']>, service: Service, atMs: number): Row {
  if (state === 'sending') return { is_sent: 0, is_delivered: 0 }
  if (state === 'sent' || service === 'SMS') return { is_sent: 1, is_delivered: 0 }
  const delivered = { is_sent: 1, is_delivered: 1, date_delivered: appleNanoseconds(atMs + deliveryMs) }
  if (state === 'delivered') return delivered
  return { ...delivered, is_read: 1, date_read: appleNanoseconds(atMs + readingMs) }
}

/** Returns the recipient's handle in a conversation of two, and 0 in a group. */
export const handleOfOutgoing = (writer: Writer, chat: Chat, service: Service): number =>
  chat.roomName === null ? handleOf(writer, chat.identifier, service) : 0

export function send(writer: Writer, outgoing: Outgoing): Written {
  const atMs = outgoing.atMs ?? writer.nowMs()
  const { files, ...written } = sendWithoutFiles(writer, { ...outgoing, atMs })
  attachAll(writer, { rowid: written.rowid, files, outgoing: true, atMs })
  return written
}

/** Writes what Messages leaves of a file that it could not read: a row that holds the place of the file. */
export function placeholder(writer: Writer, outgoing: Outgoing): Written {
  const { files: _, ...written } = sendWithoutFiles(writer, {
    ...outgoing,
    state: 'sent',
    atMs: outgoing.atMs ?? writer.nowMs(),
  })
  return written
}

function sendWithoutFiles(
  writer: Writer,
  outgoing: Outgoing & { atMs: number },
): Written & Pick<ReturnType<typeof compose>, 'files'> {
  const { atMs } = outgoing
  const chat = chatOfOutgoing(writer, outgoing)
  const service = outgoing.service ?? chat.service
  const { guid, body, files } = compose(writer, outgoing)
  const written = placeMessage(writer, {
    chat,
    service,
    fromMe: true,
    handle: handleOfOutgoing(writer, chat, service),
    atMs,
    guid,
    body,
    columns: {
      ...stateColumns(outgoing.state ?? 'sending', service, atMs),
      ...contentColumns(outgoing),
      ...outgoing.columns,
    },
  })
  return { ...written, files }
}

export interface Step {
  message: MessageName
  atMs?: number
}

function step(writer: Writer, { message }: Step, columns: Row): Written {
  const { rowid, guid, chatGuid } = findMessage(writer, message)
  writer.update('message', rowid, columns)
  return { rowid, guid, chatGuid }
}

const timeOf = (writer: Writer, { atMs }: Step): bigint => appleNanoseconds(atMs ?? writer.nowMs())

export const sent = (writer: Writer, of: Step): Written => step(writer, of, { is_sent: 1, error: 0 })

export const delivered = (writer: Writer, of: Step): Written =>
  step(writer, of, { is_sent: 1, is_delivered: 1, date_delivered: timeOf(writer, of) })

/** Writes the recipient's read receipt. */
export const readByRecipient = (writer: Writer, of: Step): Written =>
  step(writer, of, { is_read: 1, date_read: timeOf(writer, of) })

/** Marks the message as delivered while the recipient had Focus on. */
export const deliveredQuietly = (writer: Writer, of: Step): Written =>
  step(writer, of, { is_sent: 1, is_delivered: 1, was_delivered_quietly: 1, date_delivered: timeOf(writer, of) })

export const notifiedAnyway = (writer: Writer, of: Step): Written => step(writer, of, { did_notify_recipient: 1 })

/** Error 22 means that the recipient cannot be reached, 25 that the file could not be read or uploaded. */
export const failed = (writer: Writer, of: Step & { error?: number }): Written =>
  step(writer, of, { is_sent: 0, error: of.error ?? 22 })

/** Sends an intended iMessage as an SMS instead. */
export const downgraded = (writer: Writer, of: Step): Written =>
  step(writer, of, { was_downgraded: 1, service: 'SMS', is_sent: 1, error: 0 })

/**
 * Writes what Messages on macOS 26 leaves when it reports success and sends nothing: an empty SMS row in no chat, to a
 * handle whose id is the identifier of the requested chat.
 */
export function ghost(writer: Writer, { chat, atMs = writer.nowMs() }: { chat: string; atMs?: number }): Written {
  const identifier = chat.split(';').at(-1) ?? chat
  return placeMessage(writer, {
    chat: undefined,
    service: 'SMS',
    fromMe: true,
    handle: handleOf(writer, identifier, 'SMS'),
    atMs,
    columns: { text: '', is_sent: 0, part_count: 0 },
  })
}
