/** `service uninstall`: removes the launch agents and, on request, all data of the service; reports what stays. */

import { existsSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { Command } from 'commander'
import { names } from '../../contract/names.ts'
import { agentNames } from '../../contract/setup-names.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { serviceDir } from '../../store/service-dir.ts'
import { unloadAgents } from '../agents/install.ts'
import { definitionFile, launchdIfHere, logsFolder, requireNoOther } from '../agents/launchd.ts'
import { removeProgram } from '../agents/place-program.ts'
import { requireYes } from '../ask.ts'
import { type Environment, readEnvironment } from '../environment.ts'
import { printJson } from '../print.ts'

interface Options {
  purge?: boolean
  yes?: boolean
  json?: boolean
}

interface Report {
  removed: string[]
  stays: string[]
}

export function uninstallCommand(): Command {
  return new Command('uninstall')
    .description('Stop the service and remove its launch agents')
    .option('--purge', 'Also delete settings, keys, the journal, the search index and logs')
    .option('--yes', 'Skip the confirmation')
    .option('--json', 'Print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  service uninstall\n  service uninstall --purge\n  service uninstall --purge --yes --json\n\n' +
        'Your messages stay as they are.',
    )
    .action(async ({ purge = false, yes, json }: Options) => {
      const environment = readEnvironment()
      if (purge) requirePurgeable(environment)
      if (purge && !yes) await requireYes(purgeWarning(environment))
      const report = await uninstall(environment, purge)
      if (json) printJson(report)
      else process.stdout.write(formatRemoval(report))
    })
}

async function uninstall(environment: Environment, purge: boolean): Promise<Report> {
  const { home, base } = environment
  const agents = launchdIfHere(environment)
  if (purge) await requireNoOther(serviceDir(base), agents)
  if (agents !== undefined) await unloadAgents(home, agents)
  const definitions = agentNames.map((process) => definitionFile(home, process))
  const data = [base, logsFolder(home)]
  const removed = [...definitions, ...(purge ? data : [])].filter((path) => existsSync(path))
  if (purge) await removeProgram(environment)
  for (const path of removed) rmSync(path, { recursive: true, force: true })
  return { removed, stays: data.filter((path) => existsSync(path)) }
}

const purgeWarning = ({ base }: Environment): string =>
  `Everything in ${base} goes for good: settings, keys, what was sent and relayed. Remove it?`

function formatRemoval({ removed, stays }: Report): string {
  const lines = [
    ...(removed.length === 0
      ? ['There were no launch agents to remove.']
      : ['Removed:', ...removed.map((path) => `  ${path}`)]),
    'What stays:',
    ...stays.map((path) => `  ${path}   (service uninstall --purge removes it)`),
    '  the program itself   (npm uninstall -g local-messaging-relay)',
    '  its entries in System Settings → Privacy & Security → Full Disk Access and Automation; remove them there',
  ]
  return `${lines.join('\n')}\n`
}

/**
 * Refuses to remove a folder that SERVICE_DIR may name by mistake: throws `unsafe_file` where nothing shows that the
 * folder is ours.
 */
/** Throws `unsafe_file` where nothing shows that the folder is ours. */
function requirePurgeable({ home, base }: Pick<Environment, 'home' | 'base'>): void {
  if (!existsSync(base)) return
  const { stateDir, configFile } = serviceDir(base)
  const isOurs = basename(base) === names.baseDirectory || (existsSync(stateDir) && existsSync(configFile))
  if (isOurs && !`${home}/`.startsWith(`${base}/`)) return
  throw new ServiceError('unsafe_file', `${base} holds more than this service, as it seems.`, { folder: base })
}
