/** Builds the alerts as every door shows them: those that the bridge has raised, or that it does not run. */
import { timestamp } from '../../base/timestamp.ts'
import type { Alert } from '../../contract/alert.ts'
import { alertId, byGravity, type RaisedAlert } from './raised.ts'
import { summaryOf, titleOf } from './sentences.ts'

interface PresentPlugin {
  name: string
  enabled: boolean
  queued: number
  /** The plugin's declaration, as the bridge has written it down. */
  manifest: Readonly<Record<string, unknown>>
}

/** A webhook of a BlueBubbles client. */
export interface PresentWebhook {
  id: number
  state: string
  queued: number
  next_attempt_at: string | null
}

export interface Present {
  /** The alerts, as the bridge has written them down. */
  raised: readonly RaisedAlert[]
  /** Undefined where no bridge has ever run: that is a beginning, and no alert. */
  lastHeartbeatS: number | undefined
  isBridgeAlive: boolean
  plugins: readonly PresentPlugin[]
  webhooks: readonly PresentWebhook[]
  nowMs: number
}

export function presentAlerts({ raised, lastHeartbeatS, isBridgeAlive, plugins, webhooks, nowMs }: Present): Alert[] {
  // A journal that cannot be read at this moment knows no plugin; the bridge takes back what is over.
  const isOn = ({ plugin, webhook }: RaisedAlert) =>
    webhook === null
      ? (plugins.find(({ name }) => name === plugin)?.enabled ?? true)
      : webhooks.some(({ id, state }) => id === webhook.id && state !== 'paused')
  const known = raised.filter(isOn)
  const hasStopped = !isBridgeAlive && lastHeartbeatS !== undefined
  const isKnown = known.some(({ kind }) => kind === 'relay_stopped')
  // The end of the bridge repaired none of the problems that it had reported.
  const all = hasStopped && !isKnown ? [relayStopped(lastHeartbeatS * 1000), ...known] : known
  return all.map((alert) => presented(alert, { plugins, webhooks, isBridgeAlive, nowMs })).sort(byGravity)
}

const relayStopped = (sinceMs: number): RaisedAlert => ({
  id: alertId({ kind: 'relay_stopped', plugin: null, webhook: null }, sinceMs),
  kind: 'relay_stopped',
  plugin: null,
  webhook: null,
  sinceMs,
  reason: null,
})

function presented(
  alert: RaisedAlert,
  { plugins, webhooks, isBridgeAlive, nowMs }: Omit<Present, 'raised' | 'lastHeartbeatS'>,
): Alert {
  const { id, kind, plugin: name, webhook, key, mac, sinceMs, reason } = alert
  const ofClient = webhooks.find((each) => each.id === webhook?.id)
  const plugin = plugins.find((each) => each.name === name)
  const queued = plugin?.queued ?? ofClient?.queued ?? null
  const { waiting_for, next_attempt_at, display_name } = plugin?.manifest ?? {}
  const isRetrying = isBridgeAlive && waiting_for === 'receiver'
  const ofPlugin = isRetrying && typeof next_attempt_at === 'string' ? next_attempt_at : null
  const nextAttemptAt = ofClient?.next_attempt_at ?? ofPlugin
  const title = typeof display_name === 'string' ? display_name : titleOf(alert)
  return {
    id,
    kind,
    since: timestamp(sinceMs),
    plugin: name,
    webhook,
    key: key ?? null,
    mac: mac ?? null,
    summary: summaryOf({ kind, title, sinceMs, reason, queued, nextAttemptMs: msOf(nextAttemptAt) }, nowMs),
    reason,
    queued,
    next_attempt_at: nextAttemptAt,
  }
}

const msOf = (ts: string | null): number | null => (ts === null ? null : Date.parse(ts))
