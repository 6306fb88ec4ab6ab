/** Decides the next state of a pending send after each event; it neither waits nor makes requests. */
import { backoffMs } from '../../src/base/backoff.ts'
import type { Send } from '../../src/contract/send.ts'
import { conversationKey, type PendingSend, type PendingState, undoSecondsOf } from './outbox.ts'

export type Happening =
  | { is: 'started' }
  | { is: 'progressed'; share: number }
  /** The service reports the state of the send. */
  | { is: 'told'; send: Send }
  /** The service responded with an error. */
  | { is: 'refused'; refusal: Refusal }
  /** No response came, so it is unknown whether the service received the request. */
  | { is: 'unanswered' }
  /** A row arrived that may belong to this send. */
  | { is: 'claimed'; rowid: number }
  | { is: 'unclaimed'; rowid: number }
  | { is: 'aged' }
  /** The network is back, so waiting is pointless. */
  | { is: 'woken' }
  /** A person acted. */
  | { is: 'repeated'; newKey: string }
  | { is: 'confirmed' }
  | { is: 'declined' }

export interface Refusal {
  code: string
  message: string
  details: Readonly<Record<string, unknown>>
}

/** A send that has waited longer than this does not go automatically. */
export const longestWaitMs = 5 * 60_000
/** The time for which the service remembers an idempotency key. */
const keyKeptMs = 24 * 3_600_000
const silence = { firstMs: 500, longestMs: 15_000 }

export function next(pending: PendingSend, happening: Happening, nowMs: number): PendingSend {
  const after = changed(pending, happening, nowMs)
  return after.state === pending.state ? after : { ...after, sinceMs: nowMs }
}

function changed(pending: PendingSend, happening: Happening, nowMs: number): PendingSend {
  switch (happening.is) {
    case 'started':
      return { ...pending, state: 'sending', problem: null, pause: null, isAsked: true, attempts: pending.attempts + 1 }
    case 'progressed':
      return { ...pending, progress: happening.share }
    case 'told':
      return told(pending, happening.send)
    case 'refused':
      return refused(pending, happening.refusal, nowMs)
    case 'unanswered':
      return {
        ...pending,
        state: 'waiting',
        progress: null,
        pause: { untilMs: nowMs + backoffMs(silence, pending.attempts + 1), because: 'silence' },
      }
    case 'claimed':
      return pending.rowid === null ? { ...pending, rowid: happening.rowid } : pending
    case 'unclaimed':
      return pending.rowid === happening.rowid ? { ...pending, rowid: null } : pending
    case 'aged':
      return { ...pending, pause: null, progress: null, state: isForgotten(pending, nowMs) ? 'uncertain' : 'held' }
    case 'woken':
      return pending.pause?.because === 'silence' ? { ...pending, pause: null } : pending
    case 'repeated':
      return repeatable.includes(pending.state) ? repeated(pending, happening.newKey, nowMs) : pending
    case 'confirmed':
    case 'declined':
      return pending.state === 'asking' ? decided(pending, happening.is, nowMs) : pending
  }
}

const decided = (pending: PendingSend, is: 'confirmed' | 'declined', nowMs: number): PendingSend =>
  is === 'declined'
    ? { ...pending, state: 'held', people: null }
    : { ...pending, state: 'waiting', isConfirmed: true, people: null, createdAt: new Date(nowMs).toISOString() }

/** The service may have forgotten the key, so that sending again could send twice. */
const isForgotten = ({ isAsked, createdAt }: PendingSend, nowMs: number): boolean =>
  isAsked && nowMs - Date.parse(createdAt) > keyKeptMs

const told = (pending: PendingSend, send: Send): PendingSend => ({
  ...pending,
  // The response may be older than a row that arrived meanwhile.
  state: send.state,
  sendId: send.id,
  rowid: send.rowid ?? pending.rowid,
  progress: null,
  pause: null,
  guid: send.chat_guid !== null && pending.guid.startsWith('new;') ? send.chat_guid : pending.guid,
  problem: send.error?.message ?? null,
  isRefused: send.state === 'failed',
})

function refused(pending: PendingSend, { code, message, details }: Refusal, nowMs: number): PendingSend {
  const send = details.send as Send | undefined
  if (send?.state === 'failed') return { ...told(pending, send), problem: message }
  const { retry_after_s: retryAfterS, people } = details
  if (typeof retryAfterS === 'number')
    return {
      ...pending,
      state: 'waiting',
      progress: null,
      // This attempt was not received, but earlier ones may have been.
      attempts: pending.attempts - 1,
      isAsked: pending.attempts > 1,
      pause: { untilMs: nowMs + Math.ceil(retryAfterS) * 1000, because: 'limit' },
    }
  if (code === 'confirmation_needed')
    return { ...pending, state: 'asking', people: typeof people === 'number' ? people : null, progress: null }
  const isRefused = code === 'idempotency_mismatch'
  return { ...pending, state: 'failed', problem: message, isRefused, progress: null }
}

/** A repeat that is requested twice, or in two tabs, happens once. */
const repeatable: readonly PendingState[] = ['failed', 'held', 'uncertain']

/** After a plain failure the same key is used again: if the message did go, it is found and not sent twice. */
function repeated(pending: PendingSend, newKey: string, nowMs: number): PendingSend {
  const isAnother = pending.isRefused || pending.state === 'uncertain'
  return {
    ...pending,
    state: 'waiting',
    problem: null,
    pause: null,
    isRefused: false,
    createdAt: new Date(nowMs).toISOString(),
    ...(isAnother && { idempotencyKey: newKey, isAsked: false, attempts: 0, sendId: null, rowid: null }),
  }
}

/** Whether the service has not accepted the send yet. */
export const isUnsent = ({ state }: PendingSend): boolean => state === 'waiting' || state === 'sending'

const moving: readonly PendingState[] = ['queued', 'handed_over', 'landed', 'uncertain']
/** The service has accepted it, and its state may still change. */
export const isUnderWay = ({ state, sendId }: PendingSend): boolean => sendId !== null && moving.includes(state)

/** Whether the service keeps it until a time that is no matter of seconds, so that the outbox need not show it. */
export const isKeptForLater = (pending: PendingSend): boolean =>
  pending.state === 'missed' || (pending.state === 'scheduled' && undoSecondsOf(pending) === undefined)

/** Whether it is too old to go automatically; `sinceMs` is when the previous send went. */
export const isTooOld = ({ createdAt }: PendingSend, nowMs: number, sinceMs = 0): boolean =>
  nowMs - Math.max(Date.parse(createdAt), sinceMs) > longestWaitMs

/** The next send of a conversation; undefined while the first one waits for a response or a time. */
export function nextInTurn(all: readonly PendingSend[], key: string, nowMs: number): PendingSend | undefined {
  const first = all.find((one) => conversationKey(one.guid) === key && (isUnsent(one) || one.state === 'asking'))
  if (first === undefined || first.state === 'asking') return undefined
  return (first.pause?.untilMs ?? 0) <= nowMs ? first : undefined
}

export const conversationsWithWork = (all: readonly PendingSend[], nowMs: number): readonly string[] =>
  [...new Set(all.filter(isUnsent).map(({ guid }) => conversationKey(guid)))].filter(
    (key) => nextInTurn(all, key, nowMs) !== undefined,
  )
