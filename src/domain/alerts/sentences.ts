/** Says alerts in English, with times of this Mac: the same words for the API, the terminal, plugins and the log. */
import { timestamp } from '../../base/timestamp.ts'
import type { AlertedWebhook, AlertKind } from '../../contract/alert.ts'
import type { CompatWebhook } from '../../contract/compat.ts'

export interface Told {
  kind: AlertKind
  /** The name of the plugin or the webhook. */
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

/** Returns the name of a webhook among plugins. */
export const titleOfWebhook = ({ host }: AlertedWebhook): string => `the webhook at ${host}`

/** Why a webhook is not reached: its last answer, and what was dropped meanwhile. */
export function webhookReason({ last_answer: answer, dropped_after_a_day: dropped }: Answered): string {
  const words =
    answer !== null && /^\d+$/.test(answer) ? `the receiver answered ${answer}` : 'the receiver did not answer'
  return dropped === 0 ? words : `${words}; dropped after a day: ${dropped}`
}

type Answered = Pick<CompatWebhook, 'last_answer' | 'dropped_after_a_day'>

/** Without the reason, which can repeat what a receiver has answered. */
export const noticeOf = ({ queued, ...told }: Omit<Told, 'reason' | 'nextAttemptMs'>, nowMs: number): string =>
  summaryOf({ ...told, queued, reason: null, nextAttemptMs: null }, nowMs)

const overs: Readonly<Record<AlertKind, (title: string) => string>> = {
  deliveries_failing: (title) => `Deliveries to ${title} go through again.`,
  plugin_stopped: (title) => `${title} is no longer stopped.`,
  relay_stopped: () => 'Messages are relayed again.',
  permission_lost: () => 'The relay can read Messages again.',
  mac_quiet: () => 'The Mac is no longer quiet.',
  disk_nearly_full: () => 'The disk has room again.',
}

/** The line of the log, with the names of plugins and the numbers of webhooks alone: what a receiver has answered may repeat a message. */
export const logLineOf = ({ kind, plugin, webhook, sinceMs }: Logged): string =>
  `alert raised: ${kind}${subjectOf({ plugin, webhook })}, since ${timestamp(sinceMs)}`
export const logLineOfEnd = ({ kind, plugin, webhook }: Logged): string =>
  `alert cleared: ${kind}${subjectOf({ plugin, webhook })}`

interface Logged {
  kind: AlertKind
  plugin: string | null
  webhook: AlertedWebhook | null
  sinceMs: number
}

function subjectOf({ plugin, webhook }: Pick<Logged, 'plugin' | 'webhook'>): string {
  if (plugin !== null) return ` of plugin ${plugin}`
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
