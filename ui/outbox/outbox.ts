/** What was written here and is on its way: shown at once, and followed until its row is there. */
import type { SendState } from '../../src/contract/send.ts'

export type PendingState =
  | SendState
  /** Offline, another one goes first, or the service asked for a pause. */
  | 'waiting'
  | 'sending'
  /** The service wants to hear that it is meant to go to so many people. */
  | 'asking'
  /** Too old to be sent without being asked for again. */
  | 'held'

export interface PendingSend {
  /** Its own for as long as it is shown. */
  clientId: string
  /** The same one again sends nothing again; another one only where it is certain that nothing went. */
  idempotencyKey: string
  /** Of the conversation; see `unwrittenGuid` where there is none yet. */
  guid: string
  /** Set where a person is written to for the first time. */
  handle: string | null
  text: string
  file: File | null
  state: PendingState
  /** What went wrong and what to do, in the service's words. */
  problem: string | null
  /** That nothing went is certain, so that another attempt is another message. */
  isRefused: boolean
  /** Somebody may have heard of it already: it was asked for, and no answer came. */
  isAsked: boolean
  /** To how many people the same text goes; null unless the service asked. */
  people: number | null
  isConfirmed: boolean
  /** Before which the service does not want to be asked again, and why. */
  pause: { untilMs: number; because: 'limit' | 'silence' } | null
  /** That may have been heard, under its key. */
  attempts: number
  /** Of an upload, 0 to 1. */
  progress: number | null
  /** Its place among all: they go in this order. */
  place: number
  createdAt: string
  /** Since when it is in its state. */
  sinceMs: number
  /** Of the send, once the service has taken it. */
  sendId: string | null
  /** Once it has landed; a message with this ROWID takes its place. */
  rowid: number | null
}

/** Stands for the conversation with somebody who was never written to. */
export const unwrittenGuid = (handle: string): string => `new;-;${handle}`

/** Messages may keep several chats for one person, which differ in what stands before the address. */
export const conversationKey = (guid: string): string => guid.slice(guid.lastIndexOf(';') + 1).toLowerCase()

export interface Written {
  guid: string
  handle?: string
  text?: string
  file?: File
}

export function pendingOf({ guid, handle, text, file }: Written, { id, nowMs, place }: Beginning): PendingSend {
  return {
    ...{ clientId: id, idempotencyKey: id, guid, handle: handle ?? null, text: text ?? '', file: file ?? null },
    ...{ state: 'waiting', problem: null, isRefused: false, isAsked: false, people: null, isConfirmed: false },
    ...{ pause: null, attempts: 0, progress: null, place, createdAt: new Date(nowMs).toISOString(), sinceMs: nowMs },
    ...{ sendId: null, rowid: null },
  }
}

interface Beginning {
  id: string
  nowMs: number
  place: number
}
