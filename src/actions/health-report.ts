/** Implements GET /api/ui/health. */
import { release as kernel, type } from 'node:os'
import { type Finding, found, foundBy, told } from '../contract/findings.ts'
import type { Fix, HealthName, HealthRow, HealthState } from '../contract/health.ts'
import type { LogEntry } from '../contract/log-entry.ts'
import { names } from '../contract/names.ts'
import type { PluginRecord } from '../contract/plugin.ts'
import type { SetupCheck } from '../contract/setup.ts'
import { ServiceError } from '../domain/service-error.ts'
import { severityOf } from '../domain/setup/severity.ts'
import { isAlive } from '../store/heartbeat.ts'
import { build, release } from '../store/release.ts'
import type { Action } from './action.ts'
import { agentChecks } from './agent-checks.ts'
import { bridgeDegraded, passwordTrouble, restartTrouble } from './choice-checks.ts'
import { helperCheck } from './helper-check.ts'
import { identityCheck } from './identity-check.ts'
import { permissionChecks } from './permission-checks.ts'
import { pluginRecords } from './plugin-records.ts'
import type { Services } from './services.ts'

export const shownErrors = 10
const recentMs = 60 * 60 * 1000

export const healthReport: Action<'health_report'> = async (_input, services, { caller }) => {
  const [macos, permissions, agents, helper, errors] = await Promise.all([
    services.mac.macos(),
    permissionChecks(services),
    agentChecks(services),
    helperCheck(services),
    services.logFile.last({ limit: shownErrors, level: 'error' }),
  ])
  // Comes after the permissions: what could be read has been noted by then.
  const identity = await identityCheck(services)
  const hasAgent = agents.some(({ name, ok }) => name === 'agent_bridge' && ok)
  return {
    at: new Date(services.nowMs()).toISOString(),
    release: release(),
    build: build(),
    node: process.versions.node,
    os: `${type()} ${kernel()}`,
    macos,
    features: featuresOf(services.messages),
    rows: [
      ...processRows(services, { bridge: hasAgent }),
      ...messagesRows(services),
      ...deliveryRows(services),
      ...checkRows(permissions),
      ...checkRows(agents),
      ...checkRows(helper),
      ...checkRows(identity.filter(isOfNote)),
      passwordRow(services),
      ...roomRows(services),
      errorsRow(errors, services.nowMs(), byPage('/app/logs?level=error')),
    ],
    beats: services.beats.ages(),
    recent_errors: caller.scopes.includes('admin') ? errors : [],
  }
}

/** Whether a check is of note. Which Node is installed is the owner's choice, and no page needs to mention it. */
const isOfNote = ({ kind, state }: SetupCheck): boolean => kind === 'state' && state !== 'unknown'

function featuresOf(messages: Services['messages']): string[] {
  try {
    const features = Object.entries(messages.features())
    return features.filter(([, isThere]) => isThere).map(([name]) => name)
  } catch (error) {
    if (error instanceof ServiceError) return []
    throw error
  }
}

export function errorsRow(errors: readonly LogEntry[], nowMs: number, fix: Fix): HealthRow {
  const recent = errors.filter(({ ts }) => nowMs - Date.parse(ts) < recentMs).length
  const count = { value: recent, unit: 'count' } as const
  return recent === 0 ? row('errors', 'ok', count) : row('errors', 'warning', { ...count, fix })
}

type Facts = Partial<Omit<HealthRow, 'name' | 'state'>>

/** Builds a row of the health page: a fact with its meaning and, where something is wrong, the way to fix it. */
export const row = (name: HealthName, state: HealthState, facts: Facts = {}): HealthRow => ({
  name,
  about: null,
  state,
  value: null,
  unit: null,
  message: null,
  finding: null,
  values: {},
  fix: null,
  ...facts,
})

export const byCommand = (command: string): Fix => ({ by: 'command', command })
export const byPage = (path: string): Fix => ({ by: 'page', path })
const toBridgeLog = byPage('/app/logs?source=bridge')

export const webRow = ({ startedMs, nowMs }: Pick<Services, 'startedMs' | 'nowMs'>): HealthRow =>
  row('web', 'ok', { value: Math.round((nowMs() - startedMs) / 1000), unit: 'seconds' })

/** `agents` says whether launchd runs the processes, so that they can be restarted from here. */
function processRows(services: Services, agents: { bridge: boolean }): HealthRow[] {
  const { startedMs, nowMs, bridge } = services
  const beatS = bridge.lastHeartbeatS()
  const age = beatS === undefined ? null : Math.max(0, Math.round(nowMs() / 1000 - beatS))
  const beat = { value: age, unit: 'seconds' } as const
  const restart: Fix = agents.bridge ? { by: 'restart', process: 'bridge' } : byCommand(`${names.command} up`)
  const degraded = bridgeDegraded(bridge)
  const trouble = restartTrouble(services)
  return [
    webRow({ startedMs, nowMs }),
    !isAlive(beatS, nowMs())
      ? row('bridge', 'failing', { ...beat, ...found('bridge_stopped'), fix: restart })
      : degraded === null
        ? row('bridge', 'ok', beat)
        : row('bridge', 'warning', { ...beat, ...degraded, fix: toBridgeLog }),
    trouble === null
      ? row('restart', 'ok')
      : row('restart', 'warning', { ...trouble, fix: { by: 'restart', process: 'web' } }),
  ]
}

/** Lagging this many rows means more than being busy with new messages. */
const manyRows = 100

function messagesRows({ messages, bridge, search }: Services): HealthRow[] {
  const newest = newestRowid(messages)
  const cursor = bridge.status()?.cursor
  if (typeof newest !== 'number')
    return [
      row('messages', 'failing', { ...newest, fix: { by: 'pane', pane: 'full_disk_access' } }),
      row('newest_row', 'unknown'),
      row('cursor_lag', 'unknown'),
      searchRow(search),
    ]
  const lag = cursor === undefined ? null : Math.max(0, newest - cursor)
  return [
    row('messages', 'ok'),
    row('newest_row', 'neutral', { value: newest, unit: 'count' }),
    lag === null
      ? row('cursor_lag', 'unknown', found('no_bridge_yet'))
      : row('cursor_lag', lag > manyRows ? 'warning' : 'ok', {
          value: lag,
          unit: 'count',
          fix: lag > manyRows ? toBridgeLog : null,
        }),
    searchRow(search),
  ]
}

/** Returns the reason where the database cannot be read. */
function newestRowid(messages: Services['messages']): number | Finding {
  try {
    return messages.newestRowid()
  } catch (error) {
    if (error instanceof ServiceError) return foundBy(error)
    throw error
  }
}

function searchRow(search: Services['search']): HealthRow {
  const { state, indexed, total, reason } = search.status()
  const missing = { value: Math.max(0, total - indexed), unit: 'count' } as const
  if (state === 'current') return row('search', 'ok', missing)
  const why = reason === null ? {} : told(reason)
  if (state === 'building') return row('search', 'neutral', { ...missing, ...why })
  return row('search', 'warning', { ...missing, ...why, fix: byPage('/app/logs?source=web') })
}

/** A message that has waited longer than this has waited unusually long. */
const longWaitS = 60

/** `unsentFix` is what can be done about messages that wait to be sent. */
export function deliveryRows(services: Services, unsentFix = byPage('/app/logs?q=send')): HealthRow[] {
  const counts = [...services.journal.counts().values()]
  const [pending, dead] = [sum(counts.map((each) => each.pending)), sum(counts.map((each) => each.dead))]
  const { waiting, oldestWaitsS } = services.sending.health()
  const isBroken = ({ status }: PluginRecord) => status === 'failed' || status === 'invalid'
  const enabled = pluginRecords(services).filter((plugin) => plugin.enabled)
  const failed = enabled.filter(isBroken)
  const working = enabled.filter((plugin) => !isBroken(plugin))
  const failing = services.alerts.current().filter(({ kind }) => kind === 'deliveries_failing')
  const titles = enabled.filter(({ name }) => failing.some(({ plugin }) => plugin === name))
  const queued = { value: pending, unit: 'count' } as const
  return [
    titles.length === 0
      ? row('waiting', 'neutral', queued)
      : row('waiting', 'failing', {
          ...queued,
          fix: byPage('/app/relay/deliveries?state=retrying'),
          ...found('deliveries_failing', { names: titles.map((plugin) => plugin.display_name).join(', ') }),
        }),
    dead === 0
      ? row('dead', 'ok', { value: 0, unit: 'count' })
      : row('dead', 'warning', { value: dead, unit: 'count', fix: byPage('/app/plugins') }),
    unsentRow({
      waiting,
      isLong: (oldestWaitsS ?? 0) > longWaitS,
      trouble: services.sending.trouble(),
      fix: unsentFix,
    }),
    failed.length === 0
      ? row('plugins', working.length === 0 ? 'neutral' : 'ok', { value: working.length, unit: 'count' })
      : row('plugins', 'failing', {
          value: failed.length,
          unit: 'count',
          fix: byPage('/app/plugins'),
          ...found('plugins_failed', { names: failed.map((plugin) => plugin.display_name).join(', ') }),
        }),
  ]
}

interface Unsent {
  waiting: number
  isLong: boolean
  trouble: string | null
  fix: Fix
}

function unsentRow({ waiting, isLong, trouble, fix }: Unsent) {
  const count = { value: waiting, unit: 'count', ...(trouble !== null && told(trouble)) } as const
  return isLong ? row('unsent', 'warning', { ...count, fix }) : row('unsent', 'ok', count)
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

const tightBytes = 2 * 1024 ** 3
const fullBytes = 256 * 1024 ** 2

export function roomRows({ room, settings }: Pick<Services, 'room' | 'settings'>): HealthRow[] {
  const free = room.freeBytes()
  const state = free === null ? 'unknown' : free < fullBytes ? 'failing' : free < tightBytes ? 'warning' : 'ok'
  return [
    row('disk', state, {
      value: free,
      unit: 'bytes',
      ...((state === 'failing' || state === 'warning') && {
        ...found('little_room', { mb: settings.current().log.max_mb }),
        fix: byPage('/app/settings'),
      }),
    }),
    row('log_size', 'neutral', { value: room.logBytes(), unit: 'bytes' }),
  ]
}

/** `finding` says it of something other than a Mac. */
export function passwordRow(services: Pick<Services, 'settings'>, finding?: Finding): HealthRow {
  const trouble = passwordTrouble(services)
  if (trouble === null) return row('password', 'ok')
  return row('password', 'warning', { ...(finding ?? trouble), fix: byPage('/app/settings/security') })
}

const checkRows = (checks: readonly SetupCheck[]): HealthRow[] =>
  checks.map((check) => {
    const { state, message, finding, values } = check
    if (finding === 'node_upgraded')
      return row(check.name as HealthName, 'warning', {
        message,
        finding,
        values,
        fix: { by: 'restart', process: 'web' },
      })
    if (state === 'granted') return row(check.name as HealthName, 'ok')
    return row(check.name as HealthName, severityOf(check), { message, finding, values, fix: fixOf(check) })
  })

function fixOf({ command, pane }: SetupCheck): Fix | null {
  if (command !== null) return byCommand(command)
  return pane === null ? null : { by: 'pane', pane }
}
