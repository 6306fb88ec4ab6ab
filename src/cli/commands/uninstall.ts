/** `service uninstall`: removes the launch agents and, on request, all data of the service; reports what stays. */
import { existsSync, rmSync } from 'node:fs'
import { Command } from 'commander'
import { processes } from '../../contract/setup-names.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { serviceDir } from '../../store/service-dir.ts'
import { requireNoOther } from '../agents/foreground.ts'
import { definitionFile, launchdIfHere, logsFolder } from '../agents/place.ts'
import { requirePurgeable } from '../agents/purgeable.ts'
import { unloadAgents } from '../agents/unload.ts'
import { ask } from '../ask.ts'
import { type Environment, readEnvironment } from '../environment.ts'

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
    .description('stop the service and take its launch agents away; say what stays')
    .option('--purge', 'remove settings, keys, the journal, the search index and the logs, too')
    .option('--yes', 'do not ask before a purge')
    .option('--json', 'as JSON, for programs')
    .addHelpText(
      'after',
      '\nExamples:\n  service uninstall\n  service uninstall --purge\n  service uninstall --purge --yes --json\n\n' +
        'Messages itself is never touched.',
    )
    .action(async ({ purge = false, yes, json }: Options) => {
      const environment = readEnvironment()
      if (purge) requirePurgeable(environment)
      if (purge && !yes) await requireYes(environment.base)
      const report = await uninstall(environment, purge)
      process.stdout.write(json ? `${JSON.stringify(report, null, 2)}\n` : formatRemoval(report))
    })
}

async function uninstall(environment: Environment, purge: boolean): Promise<Report> {
  const { home, base } = environment
  const agents = launchdIfHere(environment)
  if (purge) await requireNoOther(serviceDir(base), agents)
  if (agents !== undefined) await unloadAgents(home, agents)
  const definitions = processes.map((process) => definitionFile(home, process))
  const data = [base, logsFolder(home)]
  const removed = [...definitions, ...(purge ? data : [])].filter((path) => existsSync(path))
  for (const path of removed) rmSync(path, { recursive: true, force: true })
  return { removed, stays: data.filter((path) => existsSync(path)) }
}

async function requireYes(base: string): Promise<void> {
  const question = `Everything in ${base} goes for good: settings, keys, what was sent and relayed. Remove it? [y/N] `
  const answer = await ask({ question }, 'add --yes')
  if (!/^y(es)?$/i.test(answer.trim())) throw new ServiceError('invalid_request', 'Nothing was changed.')
}

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
