/**
 * Makes the checks that are possible while no web process responds: by this command, by launchd, and by the bridge's
 * files.
 */
import { agentChecks } from '../../actions/agent-checks.ts'
import { checkOf } from '../../actions/check.ts'
import { bridgeChecks } from '../../actions/permission-checks.ts'
import { found, foundBy } from '../../contract/findings.ts'
import type { SetupCheck } from '../../contract/setup.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { openMessages } from '../../mac/open-messages.ts'
import { findPrograms } from '../../mac/programs.ts'
import { macosVersion } from '../../mac/this-mac.ts'
import { readStatus } from '../../store/bridge-status.ts'
import { readHeartbeat } from '../../store/heartbeat.ts'
import type { ServiceDir } from '../../store/service-dir.ts'
import { launchdIfHere } from '../agents/place.ts'
import type { Environment } from '../environment.ts'

export async function localChecks(environment: Environment, dir: ServiceDir): Promise<SetupCheck[]> {
  const macos = macosVersion(findPrograms(environment.path))
  const unknown = async () => ({ is: 'unknown', pid: null }) as const
  const agents = launchdIfHere(environment) ?? { stateOf: unknown }
  const bridge = { lastHeartbeatS: () => readHeartbeat(dir.heartbeatFile), status: () => readStatus(dir.statusFile) }
  const version = await macos()
  return [
    messagesCheck(environment.home, version),
    ...bridgeChecks({ bridge, nowMs: Date.now }, version),
    ...(await agentChecks({ mac: { macos, agents } })),
  ]
}

/**
 * Says nothing about the program that launchd starts, because in a Terminal window the Terminal's permission applies.
 */
function messagesCheck(home: string, macos: string | null): SetupCheck {
  const messages = openMessages(home)
  const named = { name: 'full_disk_access', kind: 'permission', macos } as const
  try {
    messages.features()
    return checkOf(named, { state: 'granted', ...found('messages_readable') })
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const state = error.code === 'messages_unreadable' ? 'missing' : 'unknown'
    return checkOf(named, { state, pane: 'full_disk_access', program: process.execPath, ...foundBy(error) })
  } finally {
    messages.close()
  }
}
