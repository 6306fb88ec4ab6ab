/** Implements GET /api/ui/setup. */
import { unlessFailed } from '../domain/service-error.ts'
import { macName } from '../mac/this-mac.ts'
import type { Action } from './action.ts'
import { agentChecks } from './agent-checks.ts'
import { choiceChecks } from './choice-checks.ts'
import { helperCheck } from './helper-check.ts'
import { identityCheck } from './identity-check.ts'
import { permissionChecks } from './permission-checks.ts'
import type { Services } from './services.ts'

export const setupChecks: Action<'setup_checks'> = async (_input, services, { isHere }) => {
  const [macos, permissions, agents, helper] = await Promise.all([
    services.mac.macos(),
    permissionChecks(services),
    agentChecks(services),
    helperCheck(services),
  ])
  // Comes after the permissions: what could be read has been noted by then.
  const identity = await identityCheck(services)
  const { host, port } = services.webAtStart
  return {
    mac: {
      name: macName(),
      macos,
      program: process.execPath,
      node: process.versions.node,
      is_here: isHere,
    },
    self_handles: [...selfHandles(services)],
    bound: { host, port },
    checks: [...permissions, ...agents, ...helper, ...identity, ...choiceChecks(services)],
    progress: services.setup.progress(),
  }
}

const selfHandles = ({ messages }: Services): readonly string[] => unlessFailed(() => messages.selfHandles()) ?? []
