/** Implements GET /api/v1/messages/{rowid}/trace. */
import { timestamp } from '../base/timestamp.ts'
import type { MessageGuid, RowId } from '../contract/ids.ts'
import type { Trace } from '../contract/trace.ts'
import { passedNotes, type RelayStep, relaySteps, stopOf } from '../domain/relay-outcomes.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { JournalTrace, TracedDelivery } from '../store/journal/trace.ts'
import type { Action } from './action.ts'

export const messageTrace: Action<'message_trace'> = ({ rowid }, { history, journal }) => {
  const [placed] = history.placed([rowid])
  const guid = (placed?.message.guid as MessageGuid | undefined) ?? journal.guidAt(rowid as RowId)
  if (guid === undefined) throw new ServiceError('message_not_found', `There is no message ${rowid}.`, { rowid })
  const trace = journal.trace(guid)
  return { rowid, guid, ...(trace === undefined ? unseen : fateOf(trace)) }
}

/** The fate of a message, without anything that identifies it. */
type Fate = Omit<Trace, 'rowid' | 'guid'>

const unseen: Fate = {
  lane: 'unknown',
  outcome: 'unknown',
  explanation: 'The bridge has not read the message yet, or has removed its record, which is kept for five weeks.',
  taken_in_at: null,
  steps: relaySteps.map((step) => ({ step, verdict: 'not_reached', note: '' })),
  deliveries: [],
  rules: [],
}

function fateOf({ lane, outcome, atMs, deliveries, rules }: JournalTrace): Fate {
  const fanOut = fanOutNote(deliveries)
  return {
    lane,
    outcome,
    explanation: explanationOf(lane, outcome) ?? fanOut,
    taken_in_at: lane === 'waiting' ? null : timestamp(atMs),
    steps: stepsOf(outcome, lane === 'relayed', fanOut),
    deliveries: deliveries.map(shownDelivery),
    rules: rules.map(({ rule, outcome, atMs }) => ({ rule_id: rule, outcome, at: timestamp(atMs) })),
  }
}

const explanationOf = (lane: Trace['lane'], outcome: string): string | undefined =>
  stopOf(outcome)?.says ?? (lane === 'relayed' ? undefined : `The message was not relayed: ${outcome}.`)

function stepsOf(outcome: string, isRelayed: boolean, fanOut: string): Trace['steps'] {
  const stop = stopOf(outcome)
  const stoppedAt = stop === undefined ? (isRelayed ? relaySteps.length : 0) : relaySteps.indexOf(stop.at)
  const noteOf = (step: RelayStep) => (step === 'fan_out' ? fanOut : passedNotes[step])
  return relaySteps.map((step, index) => {
    if (index < stoppedAt) return { step, verdict: 'passed', note: noteOf(step) }
    if (step === stop?.at) return { step, verdict: 'stopped', note: stop.says }
    return { step, verdict: 'not_reached', note: '' }
  })
}

function fanOutNote(deliveries: readonly TracedDelivery[]): string {
  const { size: length } = new Set(deliveries.map(({ integration }) => integration))
  if (length === 0) return 'The message was relayed, but no plugin was turned on.'
  return `The message was relayed to ${length === 1 ? 'one plugin' : `${length} plugins`}.`
}

const shownDelivery = (delivery: TracedDelivery): Trace['deliveries'][number] => {
  const { id, integration, state, attempts, nextAtMs, settledAtMs, lastError } = delivery
  return {
    id,
    integration,
    state,
    attempts,
    next_attempt_at: state === 'pending' && nextAtMs > 0 ? timestamp(nextAtMs) : null,
    settled_at: timestamp(settledAtMs),
    last_error: lastError,
  }
}
