/**
 * Reports the state of every part of a hub, each with its remedy: PostgreSQL and NATS, the readers and the relay, each
 * Mac, and the checks that a Mac's own health has too. `service hub status` reads the same report.
 */
import { release as kernel, type } from 'node:os'
import type { NatsConnection } from '@nats-io/transport-node'
import type { Action } from '../../actions/action.ts'
import { settingsNotInForce } from '../../actions/choice-checks.ts'
import {
  byCommand,
  byPage,
  deliveryRows,
  errorsRow,
  passwordRow,
  roomRows,
  row,
  shownErrors,
  webRow,
} from '../../actions/health-report.ts'
import type { Services } from '../../actions/services.ts'
import { messageOf } from '../../base/errors.ts'
import { type Alert, concernsRelay } from '../../contract/alert.ts'
import { found } from '../../contract/findings.ts'
import type { HealthRow } from '../../contract/health.ts'
import type { Mac } from '../../contract/mac.ts'
import { names } from '../../contract/names.ts'
import { needsRelay } from '../../domain/plugin-configuration.ts'
import { build, release } from '../../store/release.ts'
import type { HubMacs } from '../access/hub-macs.ts'
import type { Sql } from '../store/database.ts'
import { askNats, type HubStatus, type PartitionStatus, readHubStatus } from './hub-status.ts'

export interface HubHealthDeps {
  sql: Sql
  nats: NatsConnection
  macs: Pick<HubMacs, 'list'>
}

const toMacs = byPage('/app/macs')
const hubStatus = byCommand(`${names.command} hub status`)

export const hubHealth =
  ({ sql, nats, macs }: HubHealthDeps): Action<'health_report'> =>
  async (_input, services, { caller }) => {
    const { nowMs } = services
    const [natsServer, status, errors] = await Promise.all([
      askNats(nats),
      readHubStatus({ sql, nats, macs, nowMs }).catch(messageOf),
      services.logFile.last({ limit: shownErrors, level: 'error' }),
    ])
    const alerts = services.alerts.current().filter(concernsRelay)
    return {
      at: new Date(nowMs()).toISOString(),
      release: release(),
      build: build(),
      node: process.versions.node,
      os: `${type()} ${kernel()}`,
      macos: null,
      features: [],
      rows: [
        webRow(services),
        restartRow(services),
        typeof status === 'string'
          ? row('postgres', 'failing', { ...found('postgres_lost', { reason: status }), fix: hubStatus })
          : row('postgres', 'ok', { value: status.databaseBytes, unit: 'bytes' }),
        natsServer.trouble === null
          ? row('nats', 'ok', found('nats_serves', { version: natsServer.version ?? '–' }))
          : row('nats', 'failing', { ...found('nats_lost'), fix: hubStatus }),
        ...(typeof status === 'string' ? [] : insideRows(status, services, alerts)),
        ...(await toPlugins(services, typeof status !== 'string')),
        alerts.length === 0
          ? row('alerts', 'ok', { value: 0, unit: 'count' })
          : row('alerts', 'failing', {
              value: alerts.length,
              unit: 'count',
              ...found('alerts_stand'),
              fix: hubStatus,
            }),
        passwordRow(services, found('hub_password_missing')),
        ...roomRows(services),
        errorsRow(errors, nowMs(), byCommand(`${names.command} logs --level error`)),
      ],
      beats: [],
      recent_errors: caller.scopes.includes('admin') ? errors : [],
    }
  }

/** Returns the rows for which PostgreSQL has to be asked. */
function insideRows({ partitions, relay, macs }: HubStatus, services: Services, alerts: readonly Alert[]): HealthRow[] {
  const there = macs.filter(({ state }) => state === 'connected' || state === 'silent')
  return [
    ...partitions.map(partitionRow),
    relayRow(relay, services),
    ...(there.length === 0 ? [row('mac', 'neutral', { ...found('mac_none'), fix: toMacs })] : []),
    ...there.map((mac) => macRow(mac, { alerts, nowMs: services.nowMs() })),
  ]
}

function partitionRow({ partition, isRead, waiting: { live, past } }: PartitionStatus): HealthRow {
  const about = String(partition)
  const waiting = live === null || past === null ? '–' : live + past
  if (isRead) return row('reader', 'ok', { about, ...found('partition_read', { waiting }) })
  const command = `${names.command} hub up`
  return row('reader', 'failing', { about, ...found('partition_unread', { command }), fix: byCommand(command) })
}

function relayRow({ isAlive, aliveMs }: HubStatus['relay'], { settings, bridge, nowMs }: Services): HealthRow {
  const beat =
    aliveMs === null ? {} : ({ value: Math.max(0, Math.round((nowMs() - aliveMs) / 1_000)), unit: 'seconds' } as const)
  const trouble = bridge.status()?.reason ?? null
  if (isAlive && trouble === null) return row('bridge', 'ok', beat)
  if (isAlive)
    return row('bridge', 'warning', {
      ...beat,
      ...found('hub_relay_trouble', { reason: trouble ?? '' }),
      fix: hubStatus,
    })
  if (!needsRelay(settings.current())) return row('bridge', 'neutral', { ...beat, ...found('hub_relay_unneeded') })
  const command = `${names.command} hub relay`
  return row('bridge', 'failing', { ...beat, ...found('hub_relay_stopped', { command }), fix: byCommand(command) })
}

function macRow(mac: Mac, { alerts, nowMs }: { alerts: readonly Alert[]; nowMs: number }): HealthRow {
  const { id, name: about, state, version, lag, last_seen_at: seen, waiting_orders: orders } = mac
  const stands = (kind: Alert['kind']) => alerts.some((alert) => alert.kind === kind && alert.mac?.id === id)
  const age = seen === null ? null : Math.max(0, Math.round((nowMs - Date.parse(seen)) / 1_000))
  const facts = { about, ...(age !== null && ({ value: age, unit: 'seconds' } as const)) }
  const command = `${names.command} uplink status`
  const onMac = { fix: byCommand(command) }
  if (stands('mac_copied')) return row('mac', 'failing', { ...facts, ...found('mac_copied'), fix: toMacs })
  if (state === 'silent') {
    const grave = stands('mac_silent') ? 'failing' : 'warning'
    return row('mac', grave, { ...facts, ...found('mac_silent', { orders, command }), ...onMac })
  }
  const { events = 0, seconds = 0 } = lag ?? {}
  if (stands('mac_behind')) {
    const minutes = Math.round(seconds / 60)
    return row('mac', 'failing', { ...facts, ...found('mac_behind', { events, minutes, command }), ...onMac })
  }
  if (!mac.history_complete)
    return row('mac', 'neutral', { ...facts, ...found('mac_past', { version: version ?? '–' }) })
  return row('mac', 'ok', { ...facts, ...found('mac_is', { version: version ?? '–', events, orders }) })
}

/** Returns the rows about plugins and sending. PostgreSQL has the sends that wait. */
async function toPlugins(services: Services, isPostgresThere: boolean): Promise<HealthRow[]> {
  const { sending } = services
  const health = isPostgresThere ? await sending.health() : { waiting: 0, oldestWaitsS: null }
  const known = Object.assign(Object.create(services), {
    sending: { health: () => health, trouble: () => sending.trouble() },
  })
  return deliveryRows(known, toMacs).filter(({ name }) => isPostgresThere || name !== 'unsent')
}

function restartRow(services: Services): HealthRow {
  const settings = settingsNotInForce(services).join(', ')
  return settings === '' ? row('restart', 'ok') : row('restart', 'warning', found('hub_restart_needed', { settings }))
}
