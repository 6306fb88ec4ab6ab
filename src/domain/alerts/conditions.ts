/** Decides which conditions are worth an alert, from what the bridge knows about plugins, Messages and the disk. */
import {
  type AlertedKey,
  type AlertedMac,
  type AlertedWebhook,
  type AlertKind,
  keyAlertKinds,
} from '../../contract/alert.ts'
import type { KeyMarkKind } from '../../contract/key-activity.ts'
import type { PluginStatus, PluginWait, Tier } from '../../contract/plugin.ts'

/** A plugin that is switched on. */
export interface PluginFacts {
  name: string
  displayName: string
  tier: Tier | null
  status: PluginStatus
  waitingFor: PluginWait | null
  lastError: string | null
  /** A paused plugin gets nothing because somebody wants it so. */
  isPaused: boolean
  queued: number
  /** Unix milliseconds of the first failure that no success has made up for. */
  failingSinceMs: number | null
}

/** A webhook of a BlueBubbles client whose key still admits it, while the listener for those is on. */
export interface WebhookFacts extends AlertedWebhook {
  queued: number
  /** Unix milliseconds of the first failure that no accepted event has made up for. */
  failingSinceMs: number | null
  reason: string | null
}

/** A suspicious fact about an API key that was not seen yet. */
export interface KeyFacts extends AlertedKey {
  kind: KeyMarkKind
  atMs: number
}

export interface Facts {
  plugins: readonly PluginFacts[]
  keys: readonly KeyFacts[]
  webhooks: readonly WebhookFacts[]
  relay: {
    state: 'polling' | 'degraded' | 'unreadable'
    /** The code of the error that keeps it from polling. */
    code: string | null
    reason: string | null
  }
  /** Null where the disk cannot be measured. */
  freeBytes: number | null
  /** Null while messages come as usual. */
  quiet: { sinceMs: number; reason: string | null } | null
}

export interface Condition {
  kind: AlertKind
  plugin: string | null
  webhook: AlertedWebhook | null
  key?: AlertedKey
  mac?: AlertedMac
  /** Unix milliseconds; null for since it is seen. */
  sinceMs: number | null
  reason: string | null
}

/** The settings below `alerts` that decide. */
export interface Limits {
  after_minutes: number
  queued: number
}

const minuteMs = 60_000
const mib = 1_048_576
/** Messages keeps every attachment, so a disk with less than this can be full within the day. */
const nearlyFullBytes = 1_024 * mib
/**
 * Higher than the limit for the alert: free space that hovers around one limit would raise and clear it again and
 * again.
 */
const roomAgainBytes = 1_280 * mib

/** `raised` are the conditions for which an alert stands: some of them end later than they would begin. */
export function conditionsOf(
  { plugins, webhooks, keys, relay, freeBytes, quiet }: Facts,
  {
    limits,
    raised,
    nowMs,
  }: { limits: Limits; raised: readonly Pick<Condition, 'kind' | 'plugin' | 'webhook'>[]; nowMs: number },
): Condition[] {
  const stands = (kind: AlertKind, plugin: string | null = null) =>
    raised.some((alert) => alert.kind === kind && alert.plugin === plugin)
  const isFull = freeBytes !== null && freeBytes < (stands('disk_nearly_full') ? roomAgainBytes : nearlyFullBytes)
  return [
    ...ofRelay(relay),
    ...plugins.flatMap((plugin) => {
      if (hasStopped(plugin, stands('plugin_stopped', plugin.name))) return stoppedPlugin(plugin)
      return isFailing(plugin, limits, { stands: stands('deliveries_failing', plugin.name), nowMs })
        ? [condition('deliveries_failing', plugin.failingSinceMs, plugin.lastError, plugin.name)]
        : []
    }),
    ...webhooks.flatMap((webhook) => {
      const stands = raised.some((alert) => alert.kind === 'deliveries_failing' && alert.webhook?.id === webhook.id)
      return isFailing(webhook, limits, { stands, nowMs }) ? [ofWebhook(webhook)] : []
    }),
    ...(quiet === null ? [] : [condition('mac_quiet', quiet.sinceMs, quiet.reason)]),
    ...(isFull ? [condition('disk_nearly_full', null, null)] : []),
    ...keys.map(({ id, label, kind, atMs }) => ({ ...condition(keyAlertKinds[kind], atMs, null), key: { id, label } })),
  ]
}

/**
 * Whether what an alert was about works again. A plugin that was turned off, removed or paused meanwhile does not, nor does a
 * webhook that is gone: their alerts end, and there is nothing to tell.
 */
export function isWellAgain(
  { kind, plugin, webhook }: Pick<Condition, 'kind' | 'plugin' | 'webhook'>,
  { plugins, webhooks }: Pick<Facts, 'plugins' | 'webhooks'>,
): boolean {
  if (webhook !== null) return webhooks.some(({ id }) => id === webhook.id)
  if (plugin === null) return true
  const concerned = plugins.find(({ name }) => name === plugin)
  if (concerned === undefined) return false
  return kind !== 'deliveries_failing' || (concerned.failingSinceMs === null && !concerned.isPaused)
}

const condition = (kind: AlertKind, sinceMs: number | null, reason: string | null, plugin: string | null = null) => ({
  kind,
  plugin,
  webhook: null,
  sinceMs,
  reason,
})

const ofWebhook = ({ id, host, failingSinceMs, reason }: WebhookFacts): Condition => ({
  ...condition('deliveries_failing', failingSinceMs, reason),
  webhook: { id, host },
})

function ofRelay({ state, code, reason }: Facts['relay']): Condition[] {
  if (state === 'polling') return []
  return [condition(code === 'messages_unreadable' ? 'permission_lost' : 'relay_stopped', null, reason)]
}

/** A plugin that starts again after it had stopped is not well before it runs. */
function hasStopped({ status, waitingFor }: PluginFacts, stands: boolean): boolean {
  if (status === 'failed' || status === 'invalid') return true
  if (status === 'waiting' && waitingFor === 'approval') return true
  return stands && (status === 'starting' || (status === 'waiting' && waitingFor === 'restart'))
}

const stoppedPlugin = ({ name, status, lastError }: PluginFacts): Condition[] => [
  condition('plugin_stopped', null, status === 'waiting' ? 'waiting for your approval' : lastError, name),
]

function isFailing(
  { failingSinceMs, queued, isPaused = false }: Pick<PluginFacts, 'failingSinceMs' | 'queued'> & { isPaused?: boolean },
  limits: Limits,
  { stands, nowMs }: { stands: boolean; nowMs: number },
): boolean {
  if (failingSinceMs === null || isPaused) return false
  return stands || nowMs - failingSinceMs >= limits.after_minutes * minuteMs || queued >= limits.queued
}
