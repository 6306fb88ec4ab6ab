/** Builds the plugins as the API lists them, from what the bridge recorded and from the settings. */
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { timestamp } from '../base/timestamp.ts'
import {
  type PluginFigure,
  type PluginRecord,
  type PluginStatus,
  PluginTexts,
  type PluginWait,
  pluginStatuses,
  pluginWaits,
  tiers,
} from '../contract/plugin.ts'
import { isSwitchedOn } from '../domain/plugin-configuration.ts'
import { pluginStatus, pluginWait } from '../domain/plugin-status.ts'
import { ServiceError } from '../domain/service-error.ts'
import { isAlive } from '../store/heartbeat.ts'
import { noTraffic, type PluginTraffic, trafficClock } from '../store/journal/plugin-traffic.ts'
import { Noted } from './plugin-page/paged-plugin.ts'
import type { Services } from './services.ts'
import { schemaIn } from './settings-view.ts'

export type PluginServices = Pick<Services, 'journal' | 'settings' | 'bridge' | 'nowMs' | 'pausedPlugins'>

export function pluginRecords({ journal, settings, bridge, nowMs, pausedPlugins }: PluginServices): PluginRecord[] {
  const { integrations } = settings.current()
  const counts = journal.counts()
  const clock = trafficClock(nowMs())
  const traffic = journal.traffic(clock)
  const paused = pausedPlugins.all()
  const bridgeAlive = isAlive(bridge.lastHeartbeatS(), nowMs())
  return journal.integrations().map(({ name, tier, status, lastError, manifest }) => {
    const enabled = isSwitchedOn(integrations, name)
    const statusNow = pluginStatus({ noted: knownStatus(status), enabled, bridgeAlive })
    const waitingFor = pluginWait(statusNow, knownWait(manifest.waiting_for), bridgeAlive)
    return {
      name,
      display_name: textIn(manifest.display_name) ?? name,
      description: textIn(manifest.description) ?? '',
      enabled,
      tier: tiers.find((known) => known === tier) ?? null,
      settings_schema: schemaIn(manifest),
      status: statusNow,
      waiting_for: waitingFor,
      next_attempt_at: waitingFor === 'receiver' ? (textIn(manifest.next_attempt_at) ?? null) : null,
      last_error: lastError,
      version: textIn(manifest.version) ?? null,
      is_installed: manifest.is_installed === true,
      ...(counts.get(name) ?? { pending: 0, dead: 0 }),
      paused: paused.has(name),
      ...figuresOf(traffic.get(name) ?? noTraffic(clock)),
      network: listIn(manifest.network),
      isolation: enabled ? listIn(manifest.isolation) : [],
      page: pageOf(manifest.page_files),
      translations: translationsIn(manifest.translations),
    }
  })
}

export function pluginRecord(name: string, services: PluginServices): PluginRecord {
  const record = pluginRecords(services).find((each) => each.name === name)
  if (record === undefined) throw new ServiceError('plugin_not_found', 'The bridge has found no such plugin.')
  return record
}

const figuresOf = (traffic: PluginTraffic): Pick<PluginRecord, Exclude<PluginFigure, 'paused'>> => ({
  queued: traffic.queued,
  retrying: traffic.retrying,
  delivered_today: traffic.deliveredToday,
  failed_today: traffic.failedToday,
  last_delivered_at: timestamp(traffic.lastDeliveredAtMs),
  last_error_at: timestamp(traffic.lastErrorAtMs),
  latency_ms: traffic.latencyMs,
})

const pageOf = (noted: unknown): PluginRecord['page'] =>
  Value.Check(Noted, noted) ? { slots: noted.slots, permissions: noted.permissions } : null

const Translations = Type.Record(Type.String(), PluginTexts)

/** Empty where the bridge of an earlier release recorded none. */
const translationsIn = (noted: unknown): PluginRecord['translations'] => (Value.Check(Translations, noted) ? noted : {})

/** Empty where the bridge of an earlier release recorded nothing. */
const listIn = <T>(value: unknown): T[] => (Array.isArray(value) ? value : [])

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const knownStatus = (status: string): PluginStatus => pluginStatuses.find((known) => known === status) ?? 'failed'
const knownWait = (wait: unknown): PluginWait | null => pluginWaits.find((known) => known === wait) ?? null
