/** Collects the findings of `service doctor`: checks made by the web process, and checks of files. */
import { setTimeout as pause } from 'node:timers/promises'
import { ClientError } from '../../client/client-error.ts'
import type { SetupCheck } from '../../contract/setup.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { requireSafeServiceDir, serviceDir } from '../../store/service-dir.ts'
import { agentProgram } from '../agents/program.ts'
import type { Environment } from '../environment.ts'
import { webClientWithoutNewKey } from '../web-client.ts'
import { type FileCheck, fileChecks } from './file-checks.ts'
import { localChecks } from './local-checks.ts'

export interface Diagnosis {
  /** Who made the checks: the running web process, or this command, which has the permissions of the Terminal. */
  tried_by: 'web' | 'command'
  /** The reason why the web process was not asked; null where it was. */
  web_trouble: string | null
  /** The program that launchd starts, to which macOS grants its permissions. */
  program: string
  node: string
  checks: SetupCheck[]
  files: FileCheck[]
}

export async function diagnosis(environment: Environment): Promise<Diagnosis> {
  const asked = await askWeb(environment)
  const dir = serviceDir(environment.base)
  return {
    tried_by: 'checks' in asked ? 'web' : 'command',
    web_trouble: 'trouble' in asked ? asked.trouble : null,
    program: agentProgram(environment).program,
    node: process.versions.node,
    checks: 'checks' in asked ? asked.checks : await localChecks(environment, dir),
    files: fileChecks(environment, dir),
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
