/** Collects the findings of `service doctor`: checks made by the web process, and checks of files. */
import { setTimeout as pause } from 'node:timers/promises'
import { agentChecks } from '../../actions/agent-checks.ts'
import { checkOf } from '../../actions/check.ts'
import { identityCheck } from '../../actions/identity-check.ts'
import { bridgeChecks } from '../../actions/permission-checks.ts'
import { ClientError } from '../../client/client-error.ts'
import type { Alert } from '../../contract/alert.ts'
import { found, foundBy } from '../../contract/findings.ts'
import type { SetupCheck } from '../../contract/setup.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { openMessages } from '../../mac/open-messages.ts'
import { findPrograms } from '../../mac/programs.ts'
import { macosVersion } from '../../mac/this-mac.ts'
import { readStatus } from '../../store/bridge-status.ts'
import { readHeartbeat } from '../../store/heartbeat.ts'
import { requireSafeServiceDir, type ServiceDir, serviceDir } from '../../store/service-dir.ts'
import { setupNote } from '../../store/setup-note.ts'
import { installedIdentity } from '../agents/installed-identity.ts'
import { agentProgram, launchdIfHere } from '../agents/launchd.ts'
import type { Environment } from '../environment.ts'
import { currentAlerts } from '../status/report.ts'
import { webClientWithoutNewKey } from '../web-client.ts'
import { type FileCheck, fileChecks } from './file-checks.ts'

export interface Diagnosis {
  /** The process that made the checks: the running web process, or this command, which has the permissions of the Terminal. */
  tried_by: 'web' | 'command'
  /** The reason why the web process was not asked; null where it was. */
  web_trouble: string | null
  /** The program that launchd starts, to which macOS grants its permissions. */
  program: string
  node: string
  checks: SetupCheck[]
  files: FileCheck[]
  /** The present alerts, the gravest first. */
  alerts: Alert[]
}

export async function diagnosis(environment: Environment): Promise<Diagnosis> {
  const byWeb = await askWeb(environment)
  const dir = serviceDir(environment.base)
  return {
    tried_by: 'checks' in byWeb ? 'web' : 'command',
    web_trouble: 'trouble' in byWeb ? byWeb.trouble : null,
    program: agentProgram(environment).program,
    node: process.versions.node,
    checks: 'checks' in byWeb ? byWeb.checks : await localChecks(environment, dir),
    files: fileChecks(environment, dir),
    alerts: currentAlerts(environment, Date.now()),
  }
}

async function askWeb(environment: Environment): Promise<{ checks: SetupCheck[] } | { trouble: string }> {
  try {
    requireSafeServiceDir(serviceDir(environment.base))
    const client = webClientWithoutNewKey(environment)
    return { checks: await settled(async () => (await client.setup_checks({})).checks) }
  } catch (error) {
    if (error instanceof ServiceError) return { trouble: error.messageFor('terminal') }
    if (!(error instanceof ClientError)) throw error
    return { trouble: error.message }
  }
}

const settledWithinMs = 4_000
const askAgainMs = 300

/** Repeats the checks, because Messages takes a moment to report whether it may be controlled. */
async function settled(ask: () => Promise<SetupCheck[]>): Promise<SetupCheck[]> {
  const end = performance.now() + settledWithinMs
  for (;;) {
    const checks = await ask()
    if (checks.every(({ state }) => state !== 'checking') || performance.now() > end) return checks
    await pause(askAgainMs)
  }
}

/**
 * Makes the checks that are possible while no web process responds: by this command, by launchd, and by the bridge's
 * files.
 */
async function localChecks(environment: Environment, dir: ServiceDir): Promise<SetupCheck[]> {
  const macos = macosVersion(findPrograms(environment.path))
  const unknown = async () => ({ is: 'unknown', pid: null }) as const
  const agents = launchdIfHere(environment) ?? { stateOf: unknown }
  const bridge = { lastHeartbeatS: () => readHeartbeat(dir.heartbeatFile), status: () => readStatus(dir.statusFile) }
  const setup = setupNote(dir.setupFile)
  const version = await macos()
  return [
    messagesCheck(environment.home, version),
    ...bridgeChecks({ bridge, nowMs: Date.now }, version),
    ...(await agentChecks({ mac: { macos, agents } })),
    ...(await identityCheck({ mac: { macos, agents, identity: installedIdentity(environment) }, setup })),
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
