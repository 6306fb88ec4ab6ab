/** The rows of the health page: each fact with what it means and, where something is wrong, how it is mended. */
import type { Fix, HealthName, HealthRow, HealthState } from '../contract/health.ts'
import { names } from '../contract/names.ts'
import type { SetupCheck } from '../contract/setup.ts'
import type { CheckState } from '../contract/setup-names.ts'
import { ServiceError } from '../domain/service-error.ts'
import { isAlive } from '../store/heartbeat.ts'
import { restartTrouble } from './choice-checks.ts'
import type { Doors } from './doors.ts'
import { pluginRecords } from './plugin-records.ts'

type Facts = Partial<Omit<HealthRow, 'name' | 'state'>>

const row = (name: HealthName, state: HealthState, facts: Facts = {}): HealthRow => ({
  ...{ name, state },
  ...{ value: null, unit: null, message: null, fix: null, ...facts },
})

const byCommand = (command: string): Fix => ({ by: 'command', command })
const byPage = (path: string): Fix => ({ by: 'page', path })

/** `agents`: whether launchd runs the processes, so that they can be restarted from here. */
export function processRows(doors: Doors, agents: { bridge: boolean }): HealthRow[] {
  const { startedMs, nowMs, bridge } = doors
  const beatS = bridge.lastBeatS()
  const age = beatS === undefined ? null : Math.max(0, Math.round(nowMs() / 1000 - beatS))
  const beat = { value: age, unit: 'seconds' } as const
  const restart: Fix = agents.bridge ? { by: 'restart', process: 'bridge' } : byCommand(`${names.command} up`)
  const { state = 'polling', reason = null } = bridge.status() ?? {}
  const trouble = restartTrouble(doors)
  return [
    row('web', 'ok', { value: Math.round((nowMs() - startedMs) / 1000), unit: 'seconds' }),
    !isAlive(beatS, nowMs())
      ? row('bridge', 'failing', { ...beat, message: 'The bridge does not run; nothing is relayed.', fix: restart })
      : state === 'polling'
        ? row('bridge', 'ok', beat)
        : row('bridge', 'warning', { ...beat, message: `The bridge is ${state}: ${reason ?? 'no reason is known'}.` }),
    trouble === null
      ? row('restart', 'ok')
      : row('restart', 'warning', { message: trouble, fix: { by: 'restart', process: 'web' } }),
  ]
}

/** So many rows behind, and the bridge is not merely busy with what just came. */
const manyRows = 100

export function messagesRows({ messages, bridge, search }: Doors): HealthRow[] {
  const newest = newestRowid(messages)
  const cursor = bridge.status()?.cursor
  if (typeof newest === 'string')
    return [
      row('messages', 'failing', { message: newest, fix: { by: 'pane', pane: 'full_disk_access' } }),
      row('newest_row', 'unknown'),
      row('cursor_lag', 'unknown'),
      searchRow(search),
    ]
  const lag = cursor === undefined ? null : Math.max(0, newest - cursor)
  return [
    row('messages', 'ok'),
    row('newest_row', 'neutral', { value: newest, unit: 'count' }),
    lag === null
      ? row('cursor_lag', 'unknown', { message: 'No bridge has run here yet.' })
      : row('cursor_lag', lag > manyRows ? 'warning' : 'ok', { value: lag, unit: 'count' }),
    searchRow(search),
  ]
}

/** The sentence that says why, where it cannot be read. */
function newestRowid(messages: Doors['messages']): number | string {
  try {
    return messages.newestRowid()
  } catch (error) {
    if (error instanceof ServiceError) return error.message
    throw error
  }
}

function searchRow(search: Doors['search']): HealthRow {
  const { state, indexed, total, reason } = search.status()
  const missing = { value: Math.max(0, total - indexed), unit: 'count' } as const
  if (state === 'current') return row('search', 'ok', missing)
  return row('search', state === 'building' ? 'neutral' : 'warning', { ...missing, message: reason })
}

/** After which a message that is to be sent waits unusually long. */
const longWaitS = 60

export function deliveryRows(doors: Doors): HealthRow[] {
  const counts = [...doors.journal.counts().values()]
  const [pending, dead] = [sum(counts.map((each) => each.pending)), sum(counts.map((each) => each.dead))]
  const { waiting, oldestWaitsS } = doors.sending.health()
  const failed = pluginRecords(doors).filter(({ enabled, status }) => enabled && status === 'failed')
  const working = pluginRecords(doors).filter(({ enabled, status }) => enabled && status !== 'failed')
  return [
    row('waiting', 'neutral', { value: pending, unit: 'count' }),
    dead === 0
      ? row('dead', 'ok', { value: 0, unit: 'count' })
      : row('dead', 'warning', { value: dead, unit: 'count', fix: byPage('/app/plugins') }),
    row('unsent', (oldestWaitsS ?? 0) > longWaitS ? 'warning' : 'ok', {
      ...{ value: waiting, unit: 'count', message: doors.sending.trouble() },
    }),
    failed.length === 0
      ? row('plugins', working.length === 0 ? 'neutral' : 'ok', { value: working.length, unit: 'count' })
      : row('plugins', 'failing', {
          ...{ value: failed.length, unit: 'count', fix: byPage('/app/plugins') },
          message: `${failed.map((plugin) => plugin.display_name).join(', ')}: failed.`,
        }),
  ]
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

const tightBytes = 2 * 1024 ** 3
const fullBytes = 256 * 1024 ** 2

export function roomRows({ room, settings }: Doors): HealthRow[] {
  const free = room.freeBytes()
  const state = free === null ? 'unknown' : free < fullBytes ? 'failing' : free < tightBytes ? 'warning' : 'ok'
  return [
    row('disk', state, {
      ...{ value: free, unit: 'bytes' },
      ...((state === 'failing' || state === 'warning') && {
        message: `Little room is left; at ${settings.current().log.max_mb} MB each, five log files are kept.`,
      }),
    }),
    row('log_size', 'neutral', { value: room.logBytes(), unit: 'bytes' }),
  ]
}

const stateOfCheck: Record<CheckState, HealthState> = {
  ...{ granted: 'ok', missing: 'failing', checking: 'unknown', unknown: 'unknown' },
}

/** An agent that is missing is a choice: the service may run in a window. */
export const checkRows = (checks: readonly SetupCheck[]): HealthRow[] =>
  checks.map(({ name, kind, state, message, pane, command }) =>
    row(name as HealthName, kind === 'agent' && state === 'missing' ? 'warning' : stateOfCheck[state], {
      message: state === 'granted' ? null : message,
      fix:
        state === 'granted'
          ? null
          : command !== null
            ? byCommand(command)
            : pane === null
              ? null
              : { by: 'pane', pane },
    }),
  )
