/** Implements GET /api/ui/setup. */
import { ServiceError } from '../domain/service-error.ts'
import { macName } from '../mac/mac-name.ts'
import type { Action } from './action.ts'
import { agentChecks } from './agent-checks.ts'
import { choiceChecks } from './choice-checks.ts'
import type { Doors } from './doors.ts'
import { permissionChecks } from './permission-checks.ts'

export const setupChecks: Action<'setup_checks'> = async (_input, doors, { isHere }) => {
  const [macos, permissions, agents] = await Promise.all([
    doors.mac.macos(),
    permissionChecks(doors),
    agentChecks(doors),
  ])
  const { host, port } = doors.webAtStart
  return {
    mac: {
      name: macName(),
      macos,
      ...{ program: process.execPath, node: process.versions.node },
      is_here: isHere,
    },
    self_handles: [...selfHandles(doors)],
    bound: { host, port },
    checks: [...permissions, ...agents, ...choiceChecks(doors)],
    progress: doors.setup.progress(),
  }
}

function selfHandles({ messages }: Doors): readonly string[] {
  try {
    return messages.selfHandles()
  } catch (error) {
    if (error instanceof ServiceError) return []
    throw error
  }
}
