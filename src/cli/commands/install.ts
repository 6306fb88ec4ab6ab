/** `service install`: has launchd start the bridge and the web process at login, and restart them when they end. */

import { existsSync } from 'node:fs'
import { Command } from 'commander'
import { exitCodes } from '../../contract/errors.ts'
import { names } from '../../contract/names.ts'
import { ownUrl } from '../../domain/access/own-url.ts'
import { loadConfig } from '../../store/config-in-force.ts'
import { serviceDir } from '../../store/service-dir.ts'
import { readWebAddress } from '../../store/web-address.ts'
import { agentLine, awaitRunning, type RunningAgent, runningLines } from '../agents/await-running.ts'
import { type InstalledAgent, installAgents } from '../agents/install.ts'
import { agentProgram, definitionFile, launchd, logsFolder, placedProgram, requireNoOther } from '../agents/launchd.ts'
import { type Placed, placeProgram, removeProgram } from '../agents/place-program.ts'
import { type Environment, readEnvironment } from '../environment.ts'
import { printJson } from '../print.ts'

interface Options {
  json?: boolean
  /** Undefined where neither was asked for. */
  identity?: boolean
}

interface Report {
  agents: (InstalledAgent & { pid: number | null })[]
  /** The program to which macOS has to grant permissions. */
  program: string
  identity: Identity
  logs: string
  url: string
}

interface Identity {
  /** `own`: macOS recognises the program after every upgrade; `node`: it is the Node of this Mac. */
  is: 'own' | 'node'
  outcome: Placed['outcome'] | 'not_asked' | 'removed'
  /** Why there is none, or why it was not renewed. */
  reason: string | null
  /** Whether permissions have to be granted again, because the program is another one than before. */
  grant_again: boolean
}

export function installCommand(): Command {
  return new Command('install')
    .description('Start at login and restart on failure (launchd)')
    .option('--identity', 'Run as a signed copy of Node that keeps its permissions after upgrades')
    .option('--no-identity', 'Run as Node itself, and remove the copy and its key')
    .option('--json', 'Print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  service install          # run again after an upgrade\n' +
        '  service install --identity\n  service install --json | jq -r .program\n\n' +
        'A new installation gets a signed copy. An earlier one keeps its program until you ask for the copy, since\n' +
        'another program needs the permissions of macOS granted again.\n' +
        'Exit code 5: the service is running in a Terminal window; 6: launchd refused or is not available.',
    )
    .action(async ({ json, identity: asked }: Options) => {
      const environment = readEnvironment()
      const agents = launchd(environment)
      await requireNoOther(serviceDir(environment.base), agents)
      const identity = await identify(environment, asked)
      const isRenewed = identity.outcome === 'renewed'
      const installed = await installAgents(environment, agents, { isRenewed })
      const running = await awaitRunning(environment.base, agents)
      const dir = serviceDir(environment.base)
      const report: Report = {
        agents: installed.map((agent) => ({ ...agent, pid: pidIn(running, agent) })),
        program: agentProgram(environment).program,
        identity,
        logs: logsFolder(environment.home),
        url: ownUrl(readWebAddress(dir) ?? loadConfig(dir).config.web),
      }
      if (json) printJson(report)
      else process.stdout.write(formatInstallation(report, running))
      process.exitCode = running.every(({ pid }) => pid !== null) ? exitCodes.done : exitCodes.notRunning
    })
}

/**
 * Changes the program of a service that was installed before only where that is asked for: the other one has no
 * permission yet.
 */
async function identify(environment: Environment, asked: boolean | undefined): Promise<Identity> {
  const before = programBefore(environment)
  const { outcome, reason } = await changeProgram(environment, asked)
  const placed = placedProgram(environment.base)
  const now = placed?.requirement ?? agentProgram(environment).program
  const grantAgain = before !== undefined && before !== now
  return { is: placed === undefined ? 'node' : 'own', outcome, reason, grant_again: grantAgain }
}

/** Returns the requirement to which macOS bound the permissions; undefined before the first installation. */
function programBefore(environment: Environment): string | undefined {
  const isInstalled = existsSync(definitionFile(environment.home, 'bridge'))
  return isInstalled ? (placedProgram(environment.base)?.requirement ?? agentProgram(environment).program) : undefined
}

async function changeProgram(
  environment: Environment,
  asked: boolean | undefined,
): Promise<Pick<Identity, 'outcome' | 'reason'>> {
  if (asked === false) return { outcome: (await removeProgram(environment)) ? 'removed' : 'not_asked', reason: null }
  const isNew = !existsSync(definitionFile(environment.home, 'bridge'))
  if (asked !== true && !isNew && placedProgram(environment.base) === undefined)
    return { outcome: 'not_asked', reason: null }
  return placeProgram(environment, { mayLoseKey: asked === true })
}

const pidIn = (running: readonly RunningAgent[], agent: InstalledAgent): number | null =>
  running.find(({ process }) => process === agent.process)?.pid ?? null

const headlines: Record<InstalledAgent['outcome'], string> = {
  installed: 'Installed. The service starts at login and restarts on failure.',
  changed: 'Installed anew: what launchd starts has changed.',
  loaded: 'Started: the launch agents were installed, but not loaded.',
  unchanged: 'Nothing to do: the launch agents are installed and loaded as they should be.',
}

function formatInstallation(
  { agents, program, identity, logs, url }: Report,
  running: readonly RunningAgent[],
): string {
  const most = (['installed', 'changed', 'loaded'] as const).find((outcome) =>
    agents.some((agent) => agent.outcome === outcome),
  )
  const lines = [
    headlines[most ?? 'unchanged'],
    ...runningLines(running, logs),
    ...agents.map(({ process, file }) => agentLine(process, file)),
    `  program   ${program}`,
    `  logs      ${logs}`,
    `  page      ${url}/app/`,
    ...identityLines(identity),
  ]
  return `${lines.join('\n')}\n`
}

function identityLines({ is, outcome, reason, grant_again: again }: Identity): string[] {
  const check = `Check with: ${names.command} doctor`
  const grant = `Grant Full Disk Access${again ? ' again' : ''} to that program. ${check}`
  const held = `macOS gives Full Disk Access to that program. ${check}`
  if (is === 'own')
    return [
      `System Settings shows it as “${names.product}”. Permissions survive upgrades of Node.`,
      ...(outcome === 'renewed' ? [`The program now contains Node ${process.versions.node}.`] : []),
      ...(reason === null ? [] : [`The program was not renewed. ${reason}`]),
      outcome === 'placed' || again ? grant : held,
    ]
  const offer = `A signed copy keeps them, and needs them granted once more: ${names.command} install --identity`
  return [
    again ? grant : held,
    'An upgrade of Node can take permissions away.',
    ...(reason !== null ? [`No signed copy was made. ${reason}`] : outcome === 'not_asked' ? [offer] : []),
  ]
}
