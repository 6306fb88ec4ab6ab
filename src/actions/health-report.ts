/** Implements GET /api/ui/health. */
import { release as kernel, type } from 'node:os'
import type { HealthRow } from '../contract/health.ts'
import type { LogEntry } from '../contract/log-entry.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { Action } from './action.ts'
import { agentChecks } from './agent-checks.ts'
import type { Doors } from './doors.ts'
import { checkRows, deliveryRows, messagesRows, processRows, roomRows } from './health-rows.ts'
import { permissionChecks } from './permission-checks.ts'
import { build, release } from './release.ts'

const shownErrors = 10
const recentMs = 60 * 60 * 1000

export const healthReport: Action<'health_report'> = async (_input, doors, { caller }) => {
  const [macos, permissions, agents, errors] = await Promise.all([
    doors.mac.macos(),
    permissionChecks(doors),
    agentChecks(doors),
    doors.logFile.last({ limit: shownErrors, level: 'error' }),
  ])
  const hasAgent = agents.some(({ name, ok }) => name === 'agent_bridge' && ok)
  return {
    at: new Date(doors.nowMs()).toISOString(),
    ...{ release: release(), build: build(), node: process.versions.node, os: `${type()} ${kernel()}`, macos },
    features: featuresOf(doors.messages),
    rows: [
      ...processRows(doors, { bridge: hasAgent }),
      ...messagesRows(doors),
      ...deliveryRows(doors),
      ...checkRows(permissions),
      ...checkRows(agents),
      ...roomRows(doors),
      errorsRow(errors, doors.nowMs()),
    ],
    beats: doors.beats.ages(),
    recent_errors: caller.scopes.includes('admin') ? errors : [],
  }
}

function featuresOf(messages: Doors['messages']): string[] {
  try {
    const features = Object.entries(messages.features())
    return features.filter(([, isThere]) => isThere).map(([name]) => name)
  } catch (error) {
    if (error instanceof ServiceError) return []
    throw error
  }
}

function errorsRow(errors: readonly LogEntry[], nowMs: number): HealthRow {
  const recent = errors.filter(({ ts }) => nowMs - Date.parse(ts) < recentMs).length
  const found = { value: recent, unit: 'count', message: null, finding: null, values: {} } as const
  if (recent === 0) return { name: 'errors', state: 'ok', ...found, fix: null }
  return { name: 'errors', state: 'warning', ...found, fix: { by: 'page', path: '/app/logs?level=error' } }
}
