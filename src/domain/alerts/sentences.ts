/** Says alerts in English, with times of this Mac: the same words for the API, the terminal, plugins and the log. */
import { timestamp } from '../../base/timestamp.ts'
import type { AlertedKey, AlertedMac, AlertedWebhook, AlertKind } from '../../contract/alert.ts'
import type { CompatWebhook } from '../../contract/compat.ts'

export interface Told {
  kind: AlertKind
  /** The name of the plugin, the webhook, the API key or the Mac. */
  title: string
  sinceMs: number
  reason: string | null
  queued: number | null
  nextAttemptMs: number | null
}

export function summaryOf({ reason, queued, nextAttemptMs, ...told }: Told, nowMs: number): string {
  const why = reason === null ? '' : ` (${withoutStop(reason)})`
  const waiting = told.kind === 'deliveries_failing' || told.kind === 'plugin_stopped' ? waitingOf(queued) : ''
  const next = nextAttemptMs === null || waiting === '' ? '' : `, next attempt ${timeOf(nextAttemptMs, nowMs)}`
  return `${headlineOf(told, nowMs)}${why}.${waiting && ` ${waiting}${next}.`}`
}

/** Returns the name of what an alert concerns; empty if it concerns the service itself. */
export const titleOf = ({ plugin, webhook, key, mac }: Pick<Logged, 'plugin' | 'webhook' | 'key' | 'mac'>): string =>
  webhook === null ? (plugin ?? key?.label ?? mac?.name ?? '') : `the webhook at ${webhook.host}`

/** The reason why a webhook is not reached: its last response, and what was dropped meanwhile. */
export function webhookReason({ last_answer: answer, dropped_after_a_day: dropped }: Answered): string {
  const words =
    answer !== null && /^\d+$/.test(answer) ? `the receiver answered ${answer}` : 'the receiver did not answer'
  return dropped === 0 ? words : `${words}; dropped after a day: ${dropped}`
}

type Answered = Pick<CompatWebhook, 'last_answer' | 'dropped_after_a_day'>

/** Leaves out the reason, which can repeat an answer of a receiver. */
export const noticeOf = ({ queued, ...told }: Omit<Told, 'reason' | 'nextAttemptMs'>, nowMs: number): string =>
  summaryOf({ ...told, queued, reason: null, nextAttemptMs: null }, nowMs)

const seen = (title: string) => `What the API key ${title} did has been seen.`

const overs: Readonly<Record<AlertKind, (title: string) => string>> = {
  deliveries_failing: (title) => `Deliveries to ${title} go through again.`,
  plugin_stopped: (title) => `${title} is no longer stopped.`,
  relay_stopped: () => 'Messages are relayed again.',
  permission_lost: () => 'The relay can read Messages again.',
  mac_quiet: () => 'The Mac is no longer quiet.',
  disk_nearly_full: () => 'The disk has room again.',
  key_hidden_person: seen,
  key_unusual_rate: seen,
  key_first_send: seen,
  reader_stopped: () => 'The hub takes in what happens on its Macs again.',
  mac_copied: (title) => `Only one Mac says that it is ${title} now.`,
  mac_behind: (title) => `What happens on ${title} reaches the hub again.`,
  mac_silent: (title) => `The Mac ${title} is back.`,
}

/** The line of the log, with the names of plugins and the numbers of webhooks alone: what a receiver has answered may repeat a message. */
export const logLineOf = ({ sinceMs, ...alert }: Logged): string =>
  `alert raised: ${alert.kind}${subjectOf(alert)}, since ${timestamp(sinceMs)}`
export const logLineOfEnd = (alert: Omit<Logged, 'sinceMs'>): string =>
  `alert cleared: ${alert.kind}${subjectOf(alert)}`

interface Logged {
  kind: AlertKind
  plugin: string | null
  webhook: AlertedWebhook | null
  key?: AlertedKey | null
  mac?: AlertedMac | null
  sinceMs: number
}

function subjectOf({ plugin, webhook, key, mac }: Pick<Logged, 'plugin' | 'webhook' | 'key' | 'mac'>): string {
  if (plugin !== null) return ` of plugin ${plugin}`
  // Labels may be names of people.
  if (key) return ` of API key ${key.id}`
  if (mac) return ` of Mac ${mac.id}`
  return webhook === null ? '' : ` of webhook ${webhook.id} of a BlueBubbles client`
}

/** Says that an alert is over. */
export const overOf = ({ kind, title }: Pick<Told, 'kind' | 'title'>): string => overs[kind](title)

function headlineOf({ kind, title, sinceMs }: Pick<Told, 'kind' | 'title' | 'sinceMs'>, nowMs: number): string {
  const since = timeOf(sinceMs, nowMs)
  switch (kind) {
    case 'deliveries_failing':
      return `Deliveries to ${title} have been failing since ${since}`
    case 'plugin_stopped':
      return `${title} has been stopped since ${since}`
    case 'relay_stopped':
      return `Relaying has stopped: nothing has been relayed since ${since}`
    case 'permission_lost':
      return `The relay hasn’t been able to read Messages since ${since}`
    case 'mac_quiet':
      return `No message has arrived since ${since}, longer than usual`
    case 'disk_nearly_full':
      return `The disk has been nearly full since ${since}`
    case 'key_hidden_person':
      return `The API key ${title} tried at ${since} to reach somebody its limits hide`
    case 'key_unusual_rate':
      return `The API key ${title} has made ten times as many requests as usual since ${since}`
    case 'key_first_send':
      return `The API key ${title} sent a message for the first time at ${since}`
    case 'reader_stopped':
      return `The hub hasn’t stored anything from its Macs since ${since}`
    case 'mac_copied':
      return `A second Mac has claimed to be ${title} since ${since} and is refused`
    case 'mac_behind':
      return `Events of the Mac ${title} haven’t reached the hub since ${since}`
    case 'mac_silent':
      return `The Mac ${title} hasn’t reported to the hub since ${since}`
  }
}

const waitingOf = (queued: number | null): string => (queued === null || queued === 0 ? '' : `${queued} queued`)

const withoutStop = (sentence: string): string => sentence.replace(/\.$/, '')

/** The time of day, with the date where that is not today. */
function timeOf(ms: number, nowMs: number): string {
  const [at, now] = [new Date(ms), new Date(nowMs)]
  const time = `${two(at.getHours())}:${two(at.getMinutes())}`
  if (at.toDateString() === now.toDateString()) return time
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${time}`
}

const two = (number: number) => String(number).padStart(2, '0')
