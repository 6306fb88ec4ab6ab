// Writes tapbacks: given, changed and removed. Only an author's last one stays; the earlier row is deleted and leaves a
// gap.

import { plainBody, textOf } from '../formats/attributed-body.ts'
import { encodeSummaryInfo } from '../formats/summary-info.ts'
import type { FileToAttach } from './attachments.ts'
import type { Chat } from './chat.ts'
import { attachAll } from './content.ts'
import { type FoundMessage, findMessage, type MessageName } from './find-message.ts'
import { handleOf } from './handles.ts'
import { placeMessage } from './place.ts'
import { type Incoming, readColumns } from './receive.ts'
import type { Service, Writer, Written } from './writer.ts'

const kinds = {
  love: { code: 2000, verb: 'Loved', removed: 'Removed a heart from' },
  like: { code: 2001, verb: 'Liked', removed: 'Removed a like from' },
  dislike: { code: 2002, verb: 'Disliked', removed: 'Removed a dislike from' },
  laugh: { code: 2003, verb: 'Laughed at', removed: 'Removed a laugh from' },
  emphasize: { code: 2004, verb: 'Emphasized', removed: 'Removed an exclamation from' },
  question: { code: 2005, verb: 'Questioned', removed: 'Removed a question mark from' },
} as const

const emojiCode = 2006
const stickerCode = 2007
const placedStickerCode = 1000
const removal = 1000

export type TapbackKind = keyof typeof kinds | { emoji: string } | { sticker: FileToAttach }

export const tapbackKinds = Object.keys(kinds) as Array<keyof typeof kinds>

export interface Tapback {
  target: MessageName
  /** The author; undefined means me. */
  from?: string
  kind: TapbackKind
  part?: number
  /** The way in which the target is named: by part, as a balloon, or only by its guid. */
  naming?: 'part' | 'balloon' | 'bare'
  /** The text of the target, if the caller knows it. */
  targetText?: string
  /** Applies where the tapback comes as a text, which can be unread. */
  read?: Incoming['read']
  atMs?: number
}

const codeOf = (kind: TapbackKind): number => {
  if (typeof kind === 'string') return kinds[kind].code
  return 'emoji' in kind ? emojiCode : stickerCode
}

function sentence(kind: TapbackKind, target: string, removed: boolean): string {
  const quoted = target === '\ufffc' ? 'an image' : `“${target}”`
  if (typeof kind === 'string') return `${removed ? kinds[kind].removed : kinds[kind].verb} ${quoted}`
  if ('emoji' in kind) return removed ? `Removed ${kind.emoji} from ${quoted}` : `Reacted ${kind.emoji} to ${quoted}`
  return removed ? `Removed a sticker from ${quoted}` : `Reacted with a sticker to ${quoted}\ufffc`
}

const targetName = ({ naming = 'part', part = 0 }: Tapback, guid: string): string =>
  ({ part: `p:${part}/${guid}`, balloon: `bp:${guid}`, bare: guid })[naming]

function targetTextOf(writer: Writer, { target, targetText }: Tapback): string {
  if (targetText !== undefined) return targetText
  const found = writer.get(
    'SELECT text, attributedBody AS body FROM message WHERE ROWID = ?',
    findMessage(writer, target).rowid,
  )
  if (found?.body instanceof Uint8Array) return textOf(found.body)
  return String(found?.text ?? '')
}

interface Row {
  tapback: Tapback
  target: FoundMessage
  code: number
  body: string
}

function place(writer: Writer, { tapback, target, code, body }: Row): Written {
  const { from, kind, atMs = writer.nowMs() } = tapback
  const chat = target.chat
  const service: Service = chat?.service ?? 'iMessage'
  const text = targetTextOf(writer, tapback)
  const written = placeMessage(writer, {
    chat,
    service,
    fromMe: from === undefined,
    handle: from === undefined ? myHandle(writer, chat, service) : handleOf(writer, from, service),
    atMs,
    body: plainBody(body),
    columns: {
      associated_message_guid: targetName(tapback, target.guid),
      associated_message_type: code,
      associated_message_range_location: 0,
      associated_message_range_length: text.length,
      associated_message_emoji: typeof kind === 'object' && 'emoji' in kind ? kind.emoji : null,
      message_summary_info: encodeSummaryInfo({
        associated: { contentType: text === '\ufffc' ? 3 : 1, summary: text },
      }),
      ...(from === undefined ? { is_sent: 1, is_delivered: 1 } : { is_delivered: 1, is_read: 1 }),
    },
  })
  if (typeof kind === 'object' && 'sticker' in kind && code < emojiCode + removal)
    attachAll(writer, {
      rowid: written.rowid,
      files: [{ file: kind.sticker, guid: writer.newGuid() }],
      outgoing: from === undefined,
      atMs,
    })
  return written
}

const myHandle = (writer: Writer, chat: Chat | undefined, service: Service): number =>
  chat && chat.roomName === null ? handleOf(writer, chat.identifier, service) : 0

/** Removes the earlier tapback of the same author on the same part. */
function deleteEarlier(writer: Writer, tapback: Tapback, target: FoundMessage): void {
  if (writer.bulk) return
  const author = tapback.from === undefined ? 'is_from_me = 1' : 'is_from_me = 0 AND handle.id = ?'
  writer.run(
    `DELETE FROM message WHERE ROWID IN (
       SELECT message.ROWID FROM message LEFT JOIN handle ON handle.ROWID = message.handle_id
       WHERE associated_message_guid = ? AND associated_message_type BETWEEN 2000 AND 3999 AND ${author})`,
    targetName(tapback, target.guid),
    ...(tapback.from === undefined ? [] : [tapback.from]),
  )
}

/** Gives a tapback, which replaces the author's earlier one. Before macOS 15, an emoji comes as an ordinary text. */
export function tapback(writer: Writer, given: Tapback): Written {
  const target = findMessage(writer, given.target)
  const body = sentence(given.kind, targetTextOf(writer, given), false)
  deleteEarlier(writer, given, target)
  const known = writer.macos >= 15 || codeOf(given.kind) < emojiCode
  if (known) return place(writer, { tapback: given, target, code: codeOf(given.kind), body })
  return placeAsText(writer, given, target, body)
}

function placeAsText(writer: Writer, given: Tapback, { chat }: FoundMessage, body: string): Written {
  const { from, read, atMs = writer.nowMs() } = given
  const service = chat?.service ?? 'iMessage'
  return placeMessage(writer, {
    chat,
    service,
    fromMe: from === undefined,
    handle: from === undefined ? myHandle(writer, chat, service) : handleOf(writer, from, service),
    atMs,
    body: plainBody(body),
    columns: { is_delivered: 1, ...(from === undefined ? { is_sent: 1 } : readColumns(read, atMs)) },
  })
}

/** Removes a tapback: its row is deleted, and a row for the removal may or may not come. */
export function removeTapback(writer: Writer, removed: Tapback & { silently?: boolean }): Written | undefined {
  const target = findMessage(writer, removed.target)
  const body = sentence(removed.kind, targetTextOf(writer, removed), true)
  deleteEarlier(writer, removed, target)
  if (removed.silently) return undefined
  return place(writer, { tapback: removed, target, code: codeOf(removed.kind) + removal, body })
}

/** Puts a sticker onto a bubble. */
export function placeSticker(writer: Writer, placed: Omit<Tapback, 'kind'> & { sticker: FileToAttach }): Written {
  const { sticker, ...rest } = placed
  const target = findMessage(writer, placed.target)
  return place(writer, { tapback: { ...rest, kind: { sticker } }, target, code: placedStickerCode, body: '\ufffc' })
}
