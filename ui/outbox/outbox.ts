/** A message that was written here and is being sent: shown at once and followed until its row exists. */
import type { SendState } from '../../src/contract/send.ts'

export type PendingState =
  | SendState
  /** The browser is offline, another send goes first, or the service asked for a pause. */
  | 'waiting'
  | 'sending'
  /** The service asks whether the text is really meant for so many people. */
  | 'asking'
  /** Too old to be sent without another confirmation. */
  | 'held'

export interface PendingSend {
  /** Stable for as long as the send is shown. */
  clientId: string
  /**
   * Repeating a request with the same key sends nothing twice; the key changes only where it is certain that nothing
   * was sent or the person asks for another message.
   */
  idempotencyKey: string
  /** GUID of the conversation; see `unwrittenGuid` for a person without one. */
  guid: string
  /** Set for the first message to a person, and for a person with several addresses. */
  handle: string | null
  /** The line that sends a message to an address, on a hub. */
  from?: string | undefined
  text: string
  file: File | null
  /** The requested time of the send: a moment, or a duration in which it can be undone; null to send at once. */
  sendAt?: string | null
  state: PendingState
  /** The problem and its remedy, in the service's words. */
  problem: string | null
  /** Whether it is certain that nothing was sent, so that a retry is another message. */
  isRefused: boolean
  /** Whether a request was made, so that the service may have received it. */
  isAsked: boolean
  /** Number of people who get the same text; null unless the service asked. */
  people: number | null
  isConfirmed: boolean
  /** The time until which the service must not be called again, and the reason. */
  pause: { untilMs: number; because: 'limit' | 'silence' } | null
  /** Number of attempts that the service may have received under this key. */
  attempts: number
  /** Progress of an upload, 0 to 1. */
  progress: number | null
  /** Position among all sends, which go in this order. */
  place: number
  createdAt: string
  /** Unix milliseconds at which it entered its state. */
  sinceMs: number
  /** Id of the send, once the service has accepted it. */
  sendId: string | null
  /** ROWID once it has landed; the message with this ROWID takes its place. */
  rowid: number | null
}

/** The seconds in which it can be undone; undefined for what is sent at once or at a moment that was chosen. */
export const undoSecondsOf = ({ sendAt }: Pick<PendingSend, 'sendAt'>): number | undefined =>
  sendAt?.startsWith('PT') ? Number.parseInt(sendAt.slice(2), 10) : undefined

/** Stands in for the conversation with a person who has none yet. */
export const unwrittenGuid = (handle: string): string => `new;-;${handle}`

const addressKey = (guid: string): string => guid.slice(guid.lastIndexOf(';') + 1).toLowerCase()

/**
 * Messages may keep several chats for one person, which differ in what precedes the address. Only the line of a hub tells
 * conversations with the same person apart.
 */
export const conversationKey = (guid: string): string => (/^\d+~/.exec(guid)?.[0] ?? '') + addressKey(guid)

/** Whether what was written under one GUID belongs to a conversation: an address names no line yet. */
export const mayBeIn = (written: string, guid: string): boolean =>
  [conversationKey(guid), addressKey(guid)].includes(conversationKey(written))

export const ofConversation = (all: readonly PendingSend[], guid: string): readonly PendingSend[] =>
  all.filter((one) => conversationKey(one.guid) === conversationKey(guid))

const inMessages: readonly PendingState[] = ['landed', 'sent', 'delivered', 'read']
/** Whether its row is in the database of Messages. */
export const hasLanded = ({ state }: PendingSend): boolean => inMessages.includes(state)

export interface Written {
  guid: string
  handle?: string
  from?: string | undefined
  text?: string
  file?: File
  sendAt?: string | null
}

export function pendingOf(
  { guid, handle, from, text, file, sendAt = null }: Written,
  { id, nowMs, place }: Beginning,
): PendingSend {
  return {
    clientId: id,
    idempotencyKey: id,
    guid,
    handle: handle ?? null,
    from,
    text: text ?? '',
    file: file ?? null,
    sendAt,
    state: 'waiting',
    problem: null,
    isRefused: false,
    isAsked: false,
    people: null,
    isConfirmed: false,
    pause: null,
    attempts: 0,
    progress: null,
    place,
    createdAt: new Date(nowMs).toISOString(),
    sinceMs: nowMs,
    sendId: null,
    rowid: null,
  }
}

interface Beginning {
  id: string
  nowMs: number
  place: number
}
