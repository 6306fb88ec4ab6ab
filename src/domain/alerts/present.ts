/** Builds the alerts as every door shows them: those that the bridge has raised, or that it does not run. */
import { timestamp } from '../../base/timestamp.ts'
import type { Alert } from '../../contract/alert.ts'
import { alertId, byGravity, type RaisedAlert } from './raised.ts'
import { summaryOf } from './sentences.ts'

interface PresentPlugin {
  name: string
  enabled: boolean
  queued: number
  /** What the bridge has written down of it. */
  manifest: Readonly<Record<string, unknown>>
}

export interface Present {
  /** As the bridge has written them down. */
  raised: readonly RaisedAlert[]
  /** Undefined where no bridge has ever run: that is a beginning, and no alert. */
  lastHeartbeatS: number | undefined
  isBridgeAlive: boolean
  plugins: readonly PresentPlugin[]
  nowMs: number
}

export function presentAlerts({ raised, lastHeartbeatS, isBridgeAlive, plugins, nowMs }: Present): Alert[] {
  // A journal that cannot be read at this moment knows no plugin; the bridge takes back what is over.
  const isOn = ({ plugin }: RaisedAlert) => plugins.find(({ name }) => name === plugin)?.enabled ?? true
  const known = raised.filter(isOn)
  const hasStopped = !isBridgeAlive && lastHeartbeatS !== undefined
  const isKnown = known.some(({ kind }) => kind === 'relay_stopped')
  // What was so when the bridge ended has not been repaired by that.
  const all = hasStopped && !isKnown ? [relayStopped(lastHeartbeatS * 1000), ...known] : known
  return all.map((alert) => presented(alert, { plugins, isBridgeAlive, nowMs })).sort(byGravity)
}

const relayStopped = (sinceMs: number): RaisedAlert => ({
  id: alertId('relay_stopped', null, sinceMs),
  kind: 'relay_stopped',
  plugin: null,
  sinceMs,
  reason: null,
})

function presented(
  alert: RaisedAlert,
  { plugins, isBridgeAlive, nowMs }: Pick<Present, 'plugins' | 'isBridgeAlive' | 'nowMs'>,
): Alert {
  const { id, kind, plugin: name, sinceMs, reason } = alert
  const plugin = plugins.find((each) => each.name === name)
  const queued = plugin?.queued ?? null
  const { waiting_for, next_attempt_at, display_name } = plugin?.manifest ?? {}
  const isRetrying = isBridgeAlive && waiting_for === 'receiver'
  const nextAttemptAt = isRetrying && typeof next_attempt_at === 'string' ? next_attempt_at : null
  const title = typeof display_name === 'string' ? display_name : (name ?? '')
  return {
    id,
    kind,
    since: timestamp(sinceMs),
    plugin: name,
    summary: summaryOf({ kind, title, sinceMs, reason, queued, nextAttemptMs: msOf(nextAttemptAt) }, nowMs),
    reason,
    queued,
    next_attempt_at: nextAttemptAt,
  }
}

const msOf = (ts: string | null): number | null => (ts === null ? null : Date.parse(ts))
