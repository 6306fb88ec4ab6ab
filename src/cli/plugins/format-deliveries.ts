/** Formats deliveries for the terminal. */
import type { Delivery, DeliveryAttempt, DeliveryDetails } from '../../contract/delivery.ts'
import { localTime } from '../local-time.ts'
import { plain } from './format-plugins.ts'

export function formatDeliveries(deliveries: readonly Delivery[]): string {
  const [ids, plugins] = [widthOf(deliveries.map(({ id }) => id)), widthOf(deliveries.map(({ plugin }) => plugin))]
  const lineOf = (delivery: Delivery): string => {
    const { id, plugin, state, created_at: at } = delivery
    const parts = [id.padEnd(ids), localTime(at), plugin.padEnd(plugins), state.padEnd(stateWidth), noteOf(delivery)]
    return parts.join('  ').trimEnd()
  }
  return deliveries.map(lineOf).join('\n')
}

export function formatDelivery(delivery: DeliveryDetails): string {
  const { id, plugin, state, created_at: at, history, rowid, next_attempt_at: next } = delivery
  return [
    `${id}: ${state}`,
    `  Plugin    ${plugin}`,
    `  Accepted  ${localTime(at)}`,
    ...(rowid === null ? [] : [`  Message   ${rowid} (ROWID)`]),
    ...history.map(lineOfAttempt),
    ...(next === null ? [] : [`  Next attempt ${localTime(next)}`]),
    ...(delivery.is_test ? ['  A test'] : []),
    ...(history.length === 0 && delivery.last_error !== null ? [`  ${plain(delivery.last_error)}`] : []),
    ...(delivery.handed === null ? [] : ['  Handed over:', ...linesOfHanded(delivery.handed)]),
  ].join('\n')
}

/** JSON, line by line, since a text of somebody else must not control the terminal. */
const linesOfHanded = (handed: unknown): string[] =>
  JSON.stringify(handed, undefined, 2)
    .split('\n')
    .map((line) => `    ${plain(line)}`)

/** The length of the longest state. */
const stateWidth = 9

const widthOf = (texts: readonly string[]): number => Math.max(0, ...texts.map(({ length }) => length))

function noteOf({ state, duration_ms: tookMs, attempts, last_error: error, next_attempt_at: next }: Delivery): string {
  if (state === 'delivered') return tookMs === null ? '' : `${tookMs} ms`
  const notes = [
    attempts > 1 && `${attempts} attempts`,
    error !== null && plain(error),
    next !== null && `next ${localTime(next)}`,
  ]
  return notes.filter(Boolean).join(', ')
}

function lineOfAttempt({ attempt, ended_at: at, error, ...took }: DeliveryAttempt): string {
  return `  Attempt ${attempt}  ${localTime(at)}${tookWords(took)}: ${error === null ? 'delivered' : plain(error)}`
}

function tookWords({
  answer_status: status,
  duration_ms: tookMs,
}: Pick<DeliveryAttempt, 'answer_status' | 'duration_ms'>): string {
  const after = tookMs === null ? '' : ` after ${tookMs} ms`
  return status === null ? after : `, answered ${status}${after}`
}
