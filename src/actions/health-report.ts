/** Implements GET /api/ui/health. */
import { release as kernel, type } from 'node:os'
import type { HealthRow } from '../contract/health.ts'
import type { LogEntry } from '../contract/log-entry.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { Action } from './action.ts'
import { agentChecks } from './agent-checks.ts'
import { checkRows, deliveryRows, messagesRows, processRows, roomRows } from './health-rows.ts'
import { permissionChecks } from './permission-checks.ts'
import { build, release } from './release.ts'
import type { Services } from './services.ts'

const shownErrors = 10
const recentMs = 60 * 60 * 1000

export const healthReport: Action<'health_report'> = async (_input, services, { caller }) => {
  const [macos, permissions, agents, errors] = await Promise.all([
    services.mac.macos(),
    permissionChecks(services),
    agentChecks(services),
    services.logFile.last({ limit: shownErrors, level: 'error' }),
  ])
  const hasAgent = agents.some(({ name, ok }) => name === 'agent_bridge' && ok)
  return {
    at: new Date(services.nowMs()).toISOString(),
    ...{ release: release(), build: build(), node: process.versions.node, os: `${type()} ${kernel()}`, macos },
    features: featuresOf(services.messages),
    rows: [
      ...processRows(services, { bridge: hasAgent }),
      ...messagesRows(services),
      ...deliveryRows(services),
      ...checkRows(permissions),
      ...checkRows(agents),
      ...roomRows(services),
      errorsRow(errors, services.nowMs()),
    ],
    beats: services.beats.ages(),
    recent_errors: caller.scopes.includes('admin') ? errors : [],
  }
}

function featuresOf(messages: Services['messages']): string[] {
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
