/** `service install`: has launchd start the bridge and the web process at login, and restart them when they end. */

import { Command } from 'commander'
import { exitCodes } from '../../contract/errors.ts'
import { names } from '../../contract/names.ts'
import { ownUrl } from '../../domain/access/own-url.ts'
import { loadConfig } from '../../store/config-in-force.ts'
import { serviceDir } from '../../store/service-dir.ts'
import { readWebAddress } from '../../store/web-address.ts'
import { agentLine, awaitRunning, type RunningAgent, runningLines } from '../agents/await-running.ts'
import { type InstalledAgent, installAgents } from '../agents/install.ts'
import { agentProgram, launchd, logsFolder } from '../agents/launchd.ts'
import { readEnvironment } from '../environment.ts'
import { printJson } from '../print.ts'

interface Report {
  agents: (InstalledAgent & { pid: number | null })[]
  /** The program to which macOS has to grant permissions. */
  program: string
  logs: string
  url: string
}

export function installCommand(): Command {
  return new Command('install')
    .description('Start at login and restart on failure (launchd)')
    .option('--json', 'Print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  service install          # run again after an upgrade\n' +
        '  service install --json | jq -r .program\n\n' +
        'Exit code 5: the service is running in a Terminal window; 6: launchd refused or is not available.',
    )
    .action(async ({ json }: { json?: boolean }) => {
      const environment = readEnvironment()
      const agents = launchd(environment)
      const installed = await installAgents(environment, agents)
      const running = await awaitRunning(environment.base, agents)
      const dir = serviceDir(environment.base)
      const report: Report = {
        agents: installed.map((agent) => ({ ...agent, pid: pidIn(running, agent) })),
        program: agentProgram(environment).program,
        logs: logsFolder(environment.home),
        url: ownUrl(readWebAddress(dir) ?? loadConfig(dir).config.web),
      }
      if (json) printJson(report)
      else process.stdout.write(formatInstallation(report, running))
      process.exitCode = running.every(({ pid }) => pid !== null) ? exitCodes.done : exitCodes.notRunning
    })
}

const pidIn = (running: readonly RunningAgent[], agent: InstalledAgent): number | null =>
  running.find(({ process }) => process === agent.process)?.pid ?? null

const headlines: Record<InstalledAgent['outcome'], string> = {
  installed: 'Installed. The service starts at login and restarts on failure.',
  changed: 'Installed anew: what launchd starts has changed.',
  loaded: 'Started: the launch agents were installed, but not loaded.',
  unchanged: 'Nothing to do: the launch agents are installed and loaded as they should be.',
}

function formatInstallation({ agents, program, logs, url }: Report, running: readonly RunningAgent[]): string {
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
    `macOS gives Full Disk Access to that program. Whether it has it: ${names.command} doctor`,
  ]
  return `${lines.join('\n')}\n`
}
