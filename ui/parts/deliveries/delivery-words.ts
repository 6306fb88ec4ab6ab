/** Puts a delivery into words: who wrote, and its state with time and reason. */
import type { Delivery, DeliveryAttempt } from '../../../src/contract/delivery.ts'
import { whenOf } from '../../catalogue/dates.ts'
import { durationOf } from '../../catalogue/durations.ts'
import { reasonWords } from '../../catalogue/reason-words.ts'
import { t } from '../../catalogue/texts.ts'

type State = Pick<Delivery, 'state' | 'settled_at' | 'next_attempt_at' | 'last_error' | 'duration_ms'>

interface Shown {
  now?: Date
  /** A time that stands beside the words and need not be repeated. */
  beside?: string
}

/** Formats as `Delivered 4:33 PM · 41 ms` or `Retrying at 4:38 PM: connection refused`. */
export function stateWords(delivery: State, shown: Shown = {}): string {
  const { state, last_error, duration_ms } = delivery
  const words = withoutReason(delivery, shown)
  if (state === 'delivered')
    return duration_ms === null ? words : t('deliveries.took', { state: words, time: durationOf(duration_ms) })
  return state === 'queued' || last_error === null
    ? words
    : t('deliveries.because', { state: words, reason: reasonWords(last_error) })
}

function withoutReason({ state, settled_at, next_attempt_at }: State, { now = new Date(), beside }: Shown): string {
  if (state === 'queued') return t('deliveries.state_queued')
  if (state !== 'retrying') {
    const when = settled_at === null ? beside : whenOf(settled_at, now)
    return when === beside || when === undefined
      ? t(`deliveries.state_${state}`)
      : t(`deliveries.is_${state}`, { when })
  }
  const isDue = next_attempt_at === null || Date.parse(next_attempt_at) <= now.getTime()
  return isDue ? t('deliveries.state_retrying') : t('deliveries.is_retrying_at', { when: whenOf(next_attempt_at, now) })
}

type Took = Pick<DeliveryAttempt, 'duration_ms' | 'answer_status'>

/** Formats as `Answered 200 in 41 ms`, or `41 ms` where no answer is known; empty where nothing is. */
export function tookWords({ duration_ms: tookMs, answer_status: answered }: Took): string {
  const time = tookMs === null ? '' : durationOf(tookMs)
  if (answered === null) return time
  const status = String(answered)
  return time === '' ? t('deliveries.answered', { status }) : t('deliveries.answered_in', { status, time })
}

type Place = Pick<Delivery, 'sender' | 'conversation_name' | 'is_test'>

/** Formats as `Anna` or `Anna in Supper club`. */
export function personWords({ sender, conversation_name: conversation, is_test }: Place): string {
  if (is_test) return t('deliveries.test')
  if (sender === null) return conversation ?? t('deliveries.gone')
  if (conversation === null || conversation === sender) return sender
  return t('deliveries.in_group', { name: sender, group: conversation })
}

const reasons = {
  junk: 'deliveries.why_junk',
  from_me: 'deliveries.why_from_me',
  echo: 'deliveries.why_echo',
  history: 'deliveries.why_history',
  repeat: 'deliveries.why_repeat',
  waiting: 'deliveries.why_waiting',
  scheduled: 'deliveries.why_scheduled',
  deleted: 'deliveries.why_deleted',
  unsent: 'deliveries.why_unsent',
  tapback: 'deliveries.why_tapback',
  system: 'deliveries.why_system',
} as const

/** Says why a message was not relayed; undefined for what is rare, which the service explains itself. */
export function whyNotRelayed(outcome: string, name: string | undefined): string | undefined {
  if (outcome === 'out_of_scope') return name === undefined ? undefined : t('deliveries.why_out_of_scope', { name })
  return Object.hasOwn(reasons, outcome) ? t(reasons[outcome as keyof typeof reasons]) : undefined
}

/** Whether something can still be done: the delivery is not over, or failed. */
export const isOpen = ({ state }: Pick<Delivery, 'state'>): boolean =>
  state === 'queued' || state === 'retrying' || state === 'failed'
