/** Decides why a change is not even tried: Messages would not allow it, or it might hit another message. */
import type { Message } from '../contract/message.ts'
import { balloonAction } from './balloon-actions.ts'
import { type Change, sameText } from './change.ts'

/** Apple's limits. */
const editableForMs = 15 * 60_000
const mostEdits = 5
const unsendableForMs = 2 * 60_000

/** The text must be unique among this many of the newest messages, so that its balloon cannot belong to another one. */
export const neighbourhood = 50

interface Circumstances {
  /** The newest messages of the conversation, as many as `neighbourhood`. */
  newest: readonly Message[]
  nowMs: number
}

/** Returns null where the change may be tried in the window. */
export function refusalOf(change: Change, message: Message, { newest, nowMs }: Circumstances): string | null {
  return (
    unchangeable(message) ??
    unrecognisable(message) ??
    unmatched(message, newest) ??
    unreachable(change) ??
    beyondLimits(change, message, nowMs)
  )
}

/** Returns why Messages does not allow the change in any way; null where it does. */
export const refusalByMessages = (change: Change, message: Message, nowMs: number): string | null =>
  unchangeable(message) ?? beyondLimits(change, message, nowMs)

function unchangeable({ unsent, service, status }: Message): string | null {
  if (unsent) return 'The message was unsent.'
  if (service !== 'iMessage') return `Messages does this with iMessages only; this one is ${service}.`
  return status === 'pending' || status === 'failed' ? 'The message has not gone out.' : null
}

const unrecognisable = ({ kind, text, attachments }: Message): string | null =>
  kind !== 'text' || text.trim() === '' || attachments.length > 0
    ? 'Only a message of nothing but text can be made out in the window for certain.'
    : null

const unreachable = (change: Change): string | null =>
  change.kind === 'tapback' && balloonAction(change) === undefined
    ? 'Of all reactions only ❤️ 👍 👎 😂 ‼️ ❓ can be given through the window.'
    : null

function unmatched({ rowid, text }: Message, newest: readonly Message[]): string | null {
  if (!newest.some((each) => each.rowid === rowid))
    return `It is not among the newest ${neighbourhood} messages of its conversation; further back it could not be made out for certain.`
  const alike = newest.filter((each) => sameText(each.text, text))
  return alike.length > 1
    ? 'Another message nearby says the same, so that it could not be known which of them the window shows.'
    : null
}

function beyondLimits(change: Change, message: Message, nowMs: number): string | null {
  switch (change.kind) {
    case 'tapback':
      return null
    case 'edit':
      return uneditable(message, nowMs)
    case 'unsend':
      return isOwnSince(message, nowMs - unsendableForMs)
        ? null
        : 'Only one’s own messages of the last 2 minutes can be unsent.'
  }
}

function uneditable(message: Message, nowMs: number): string | null {
  if (message.edits.length >= mostEdits) return 'Messages allows five edits of a message, and there were five.'
  return isOwnSince(message, nowMs - editableForMs)
    ? null
    : 'Only one’s own messages of the last 15 minutes can be edited.'
}

const isOwnSince = ({ is_from_me, ts }: Message, sinceMs: number): boolean => is_from_me && Date.parse(ts) > sinceMs
