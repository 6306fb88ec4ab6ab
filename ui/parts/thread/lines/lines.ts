/**
 * Turns messages into the lines of a thread: grouped messages, and between them days, the unread divider and changes of
 * service.
 */
import type { Message } from '../../../../src/contract/message.ts'
import type { MessageWindow } from '../window/message-window.ts'

export interface MessageLine {
  kind: 'message'
  key: number
  message: Message
  /** Whether this message begins a group: messages of the same person within minutes of each other. */
  startsGroup: boolean
  endsGroup: boolean
}

export type Line =
  | MessageLine
  | { kind: 'day' | 'service'; key: string; message: Message }
  | { kind: 'new'; key: 'new' }
  /** Pending sends are shown here. */
  | { kind: 'end'; key: 'end' }

const groupMs = 5 * 60_000

/**
 * The outermost messages are not shown while others lie beyond them. The lines above and below a message then never
 * depend on messages that are not loaded, so loading them moves nothing.
 */
function shownStretch({ rows, hasOlder, hasNewer }: MessageWindow): { from: number; to: number } {
  const isEnough = rows.length > 2
  return { from: hasOlder && isEnough ? 1 : 0, to: hasNewer && isEnough ? rows.length - 1 : rows.length }
}

export function isShownIn(window: MessageWindow, rowid: number): boolean {
  const { from, to } = shownStretch(window)
  const at = window.rows.findIndex((row) => row.rowid === rowid)
  return at >= from && at < to
}

export function linesOf({ rows, hasOlder, hasNewer }: MessageWindow, firstUnread?: number): Line[] {
  const { from, to } = shownStretch({ rows, hasOlder, hasNewer })
  const lines: Line[] = []
  for (let at = from; at < to; at++) {
    const message = rows[at]
    if (message === undefined) continue
    const { rowid } = message
    const [before, after] = [rows[at - 1], rows[at + 1]]
    if (before === undefined || dayKey(before.ts) !== dayKey(message.ts))
      lines.push({ kind: 'day', key: `day ${rowid}`, message })
    if (rowid === firstUnread) lines.push({ kind: 'new', key: 'new' })
    if (changesService(before, message)) lines.push({ kind: 'service', key: `service ${rowid}`, message })
    lines.push({
      kind: 'message',
      key: rowid,
      message,
      startsGroup: rowid === firstUnread || !areGrouped(before, message),
      endsGroup: after?.rowid === firstUnread || !areGrouped(message, after),
    })
  }
  lines.push({ kind: 'end', key: 'end' })
  return lines
}

/** The day in the reader's calendar, which also fits days on which the clock changes. */
function dayKey(ts: string): string {
  const date = new Date(ts)
  return `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`
}

function areGrouped(a: Message | undefined, b: Message | undefined): boolean {
  if (a === undefined || b === undefined) return false
  if (a.kind === 'system' || b.kind === 'system' || a.unsent || b.unsent) return false
  if (a.is_from_me !== b.is_from_me || (!a.is_from_me && a.handle !== b.handle) || a.service !== b.service) return false
  return dayKey(a.ts) === dayKey(b.ts) && Math.abs(Date.parse(b.ts) - Date.parse(a.ts)) <= groupMs
}

const changesService = (before: Message | undefined, message: Message): boolean =>
  before !== undefined &&
  before.kind !== 'system' &&
  message.kind !== 'system' &&
  before.service !== '' &&
  message.service !== '' &&
  before.service !== message.service

interface Unread {
  /** Number of unread messages when the conversation was opened. */
  count: number
  /** ROWID of the newest message at that time. */
  upTo: number
}

/** ROWID of the first unread message, once enough messages are loaded to know it. */
export function firstUnreadOf(rows: readonly Message[], { count, upTo }: Unread): number | undefined {
  if (count === 0) return undefined
  let left = count
  for (let at = rows.findIndex(({ rowid }) => rowid === upTo); at >= 0; at--) {
    const message = rows[at]
    if (message === undefined || message.is_from_me || message.kind === 'system') continue
    if (--left === 0) return message.rowid
  }
  return undefined
}
