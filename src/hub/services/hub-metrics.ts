/** Writes the metrics of a hub in the text format of Prometheus. Macs are named by their ids only. */
import { type AlertKind, alertKinds } from '../../contract/alert.ts'
import type { HubStatus } from './hub-status.ts'

interface Sample {
  labels?: Record<string, string>
  value: number | null | undefined
}

export const metricsType = 'text/plain; version=0.0.4; charset=utf-8'

export function hubMetrics(
  { macs, partitions, relay, databaseBytes, waitingOrders, oldestOrderMs }: HubStatus,
  { alerts, nowMs, release }: { alerts: readonly { kind: AlertKind }[]; nowMs: number; release: string },
): string {
  const there = macs.filter(({ state }) => state === 'connected' || state === 'silent')
  const ofMacs = (read: (mac: (typeof macs)[number]) => number | null | undefined): Sample[] =>
    there.map((mac) => ({ labels: { mac: mac.id }, value: read(mac) }))
  const ofPartitions = partitions.map(({ partition, ...rest }) => ({ labels: { partition: `${partition}` }, ...rest }))
  return [
    family('hub_info', 'gauge', 'The release of the hub.', [{ labels: { release }, value: 1 }]),
    family('hub_mac_connected', 'gauge', 'Whether the Mac was heard of within the last half minute.', [
      ...ofMacs(({ state }) => Number(state === 'connected')),
    ]),
    family('hub_mac_last_seen_timestamp_seconds', 'gauge', 'When the Mac was heard of last.', [
      ...ofMacs(({ last_seen_at: at }) => (at === null ? null : Date.parse(at) / 1_000)),
    ]),
    family('hub_mac_lag_events', 'gauge', 'Events of the journal of the Mac that the hub does not have.', [
      ...ofMacs(({ lag }) => lag?.events),
    ]),
    family('hub_mac_lag_seconds', 'gauge', 'For how long the oldest of them has been waiting.', [
      ...ofMacs(({ lag }) => lag?.seconds),
    ]),
    family('hub_mac_history_complete', 'gauge', 'Whether everything from before the Mac joined is on the hub.', [
      ...ofMacs((mac) => Number(mac.history_complete)),
    ]),
    family('hub_mac_waiting_orders', 'gauge', 'Messages that wait to be sent by the Mac.', [
      ...ofMacs((mac) => mac.waiting_orders),
    ]),
    family('hub_mac_refused_envelopes_total', 'counter', 'Envelopes of the Mac that were refused.', [
      ...ofMacs(({ refused }) => refused),
    ]),
    family('hub_partition_read', 'gauge', 'Whether the partition is being read.', [
      ...ofPartitions.map(({ labels, isRead }) => ({ labels, value: Number(isRead) })),
    ]),
    family('hub_partition_waiting_envelopes', 'gauge', 'Envelopes that wait in NATS.', [
      ...ofPartitions.flatMap(({ labels, waiting }) =>
        (['live', 'past'] as const).map((stream) => ({ labels: { ...labels, stream }, value: waiting[stream] })),
      ),
    ]),
    family('hub_relay_working', 'gauge', 'Whether a process relays to plugins.', [{ value: Number(relay.isAlive) }]),
    family('hub_waiting_orders', 'gauge', 'Messages that wait for a Mac.', [{ value: waitingOrders }]),
    family('hub_oldest_order_age_seconds', 'gauge', 'For how long the oldest of them has been waiting.', [
      { value: oldestOrderMs === null ? 0 : Math.max(0, (nowMs - oldestOrderMs) / 1_000) },
    ]),
    family('hub_database_bytes', 'gauge', 'Size of the database.', [{ value: databaseBytes }]),
    family('hub_alerts', 'gauge', 'Alerts that stand.', [
      ...alertKinds.map((kind) => ({ labels: { kind }, value: alerts.filter((one) => one.kind === kind).length })),
    ]),
  ].join('')
}

/** Writes one family of metrics. Values that are not known get no sample. */
function family(name: string, type: 'gauge' | 'counter', help: string, samples: readonly Sample[]): string {
  const known = samples.filter(({ value }) => value !== null && value !== undefined)
  if (known.length === 0) return ''
  const lines = known.map(({ labels, value }) => `messaging_${name}${written(labels)} ${value}\n`)
  return `# HELP messaging_${name} ${help}\n# TYPE messaging_${name} ${type}\n${lines.join('')}`
}

function written(labels: Record<string, string> = {}): string {
  const all = Object.entries(labels).map(([name, value]) => `${name}="${value.replace(/[\\"]/g, '\\$&')}"`)
  return all.length === 0 ? '' : `{${all.join(',')}}`
}
