/** Decides when an alert is raised and cleared: each once, whatever comes and goes in between. */
import type { AlertedKey, AlertedMac, AlertedWebhook, AlertKind } from '../../contract/alert.ts'
import type { Condition } from './conditions.ts'

export interface RaisedAlert {
  id: string
  kind: AlertKind
  plugin: string | null
  webhook: AlertedWebhook | null
  key?: AlertedKey
  mac?: AlertedMac
  sinceMs: number
  reason: string | null
}

/** A condition that has not lasted long enough for an alert. */
interface Pending extends Condition {
  firstSeenMs: number
}

export interface AlertState {
  raised: readonly RaisedAlert[]
  pending: readonly Pending[]
}

export interface AlertChange extends AlertState {
  begun: readonly RaisedAlert[]
  over: readonly RaisedAlert[]
}

/** A locked database or a journal that waits for a moment repairs itself sooner than this. */
const graceMs: Readonly<Record<AlertKind, number>> = {
  deliveries_failing: 0,
  plugin_stopped: 0,
  relay_stopped: 15_000,
  permission_lost: 10_000,
  mac_quiet: 0,
  disk_nearly_full: 0,
  key_hidden_person: 0,
  key_unusual_rate: 0,
  key_first_send: 0,
  reader_stopped: 30_000,
  mac_copied: 0,
  mac_behind: 0,
  mac_silent: 0,
}

/** The gravest first. */
const ranks: readonly AlertKind[] = [
  'reader_stopped',
  'relay_stopped',
  'permission_lost',
  'deliveries_failing',
  'plugin_stopped',
  'mac_copied',
  'mac_behind',
  'mac_silent',
  'mac_quiet',
  'disk_nearly_full',
  'key_hidden_person',
  'key_unusual_rate',
  'key_first_send',
]

export const byGravity = (one: { kind: AlertKind }, other: { kind: AlertKind }): number =>
  ranks.indexOf(one.kind) - ranks.indexOf(other.kind)

export function nextAlerts(
  { raised, pending }: AlertState,
  conditions: readonly Condition[],
  nowMs: number,
): AlertChange {
  const kept = raised.flatMap((alert) => {
    const found = conditions.find((each) => isSame(each, alert))
    return found === undefined ? [] : [{ ...alert, reason: found.reason ?? alert.reason }]
  })
  const seen = conditions
    .filter((each) => !raised.some((alert) => isSame(alert, each)))
    .map((each) => ({ ...each, firstSeenMs: pending.find((before) => isSame(before, each))?.firstSeenMs ?? nowMs }))
  const isDue = ({ kind, firstSeenMs }: Pending) => nowMs - firstSeenMs >= graceMs[kind]
  const begun = seen.filter(isDue).map(alertOf)
  return {
    raised: [...kept, ...begun].sort(byGravity),
    pending: seen.filter((each) => !isDue(each)),
    begun,
    over: raised.filter((alert) => !conditions.some((each) => isSame(each, alert))),
  }
}

type Subject = Pick<Condition, 'kind' | 'plugin' | 'webhook' | 'key' | 'mac'>

const isSame = (one: Subject, other: Subject): boolean =>
  one.kind === other.kind &&
  one.plugin === other.plugin &&
  one.webhook?.id === other.webhook?.id &&
  one.key?.id === other.key?.id &&
  one.mac?.id === other.mac?.id

function alertOf({ sinceMs, firstSeenMs, ...condition }: Pending): RaisedAlert {
  const since = sinceMs ?? firstSeenMs
  return { id: alertId(condition, since), ...condition, sinceMs: since }
}

export function alertId({ kind, plugin, webhook, key, mac }: Subject, sinceMs: number): string {
  const about = plugin ?? key?.id ?? mac?.id ?? (webhook === null ? undefined : `compat-${webhook.id}`)
  return [kind, ...(about === undefined ? [] : [about]), Math.round(sinceMs)].join('-')
}
