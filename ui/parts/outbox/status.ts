/**
 * Chooses the text for a pending send's status. It never says "sent" before the service or Messages has confirmed it.
 */
import type { TextKey, Values } from '../../catalogue/texts.ts'
import { type PendingSend, type PendingState, undoSecondsOf } from '../../outbox/outbox.ts'

export interface Status {
  text: TextKey
  values?: Values
  tone: 'plain' | 'problem'
}

interface StatusConditions {
  isOnline: boolean
  nowMs: number
}

/** After this long without a confirmation from Messages, the status mentions it. */
const calmMs = 30_000

const words: Readonly<Record<PendingState, TextKey>> = {
  waiting: 'outbox.waiting',
  sending: 'outbox.sending',
  asking: 'outbox.asking',
  held: 'outbox.held',
  queued: 'outbox.queued',
  handed_over: 'outbox.handed_over',
  landed: 'outbox.landed',
  sent: 'outbox.sent',
  delivered: 'outbox.delivered',
  read: 'outbox.read',
  failed: 'outbox.failed',
  uncertain: 'outbox.uncertain',
  scheduled: 'outbox.scheduled',
  missed: 'outbox.held',
}

const problems: readonly PendingState[] = ['failed', 'uncertain', 'held']

export function statusOf(pending: PendingSend, { isOnline, nowMs }: StatusConditions): Status {
  const { state, progress, createdAt, pause } = pending
  const tone = problems.includes(state) ? 'problem' : 'plain'
  if (state === 'scheduled') return { tone, ...scheduledFor(pending, nowMs) }
  if (state === 'waiting') return { tone, ...waitingFor(pause, { isOnline, nowMs }) }
  if (state === 'sending' && progress !== null && progress < 1)
    return { text: 'outbox.uploading', values: { percent: Math.floor(progress * 100) }, tone }
  const isSilent = (state === 'queued' || state === 'handed_over') && nowMs - Date.parse(createdAt) > calmMs
  return { text: isSilent ? 'outbox.not_confirmed' : words[state], tone }
}

/** Counts from the response, since the clock of the Mac may differ from that of this browser. */
function scheduledFor(pending: PendingSend, nowMs: number): Pick<Status, 'text' | 'values'> {
  const leftMs = (undoSecondsOf(pending) ?? 0) * 1000 - (nowMs - pending.sinceMs)
  return leftMs > 0
    ? { text: 'outbox.scheduled', values: { count: Math.ceil(leftMs / 1000) } }
    : { text: 'outbox.sending' }
}

function waitingFor(
  pause: PendingSend['pause'],
  { isOnline, nowMs }: StatusConditions,
): Pick<Status, 'text' | 'values'> {
  if (!isOnline) return { text: 'outbox.waiting_offline' }
  if (pause?.because === 'silence') return { text: 'outbox.waiting_answer' }
  if (pause?.because === 'limit')
    return { text: 'outbox.waiting_limit', values: { count: Math.max(1, Math.ceil((pause.untilMs - nowMs) / 1000)) } }
  return { text: 'outbox.waiting' }
}

export type Offer = 'retry' | 'send_now' | 'send_again' | 'delete' | 'cancel' | 'undo'

/** Returns the buttons that a pending send offers in its state. */
export function offersFor({ state, isAsked }: Pick<PendingSend, 'state' | 'isAsked'>): readonly Offer[] {
  switch (state) {
    case 'failed':
      return ['retry', 'delete']
    case 'held':
      return ['send_now', 'delete']
    case 'uncertain':
      return ['send_again', 'delete']
    case 'scheduled':
      return ['undo']
    case 'waiting':
      return isAsked ? [] : ['cancel']
    default:
      return []
  }
}
