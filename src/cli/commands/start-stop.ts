/** `service start`, `stop` and `restart`: control the processes that launchd runs. */
import { existsSync } from 'node:fs'
import { Command } from 'commander'
import { exitCodes } from '../../contract/errors.ts'
import { names } from '../../contract/names.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { serviceDir } from '../../store/service-dir.ts'
import { setupNote } from '../../store/setup-note.ts'
import { awaitRunning, runningLines } from '../agents/await-running.ts'
import { grantTrouble } from '../agents/grant-trouble.ts'
import { requireDone, unloadAgents } from '../agents/install.ts'
import { installedIdentity } from '../agents/installed-identity.ts'
import {
  agentsOf,
  definitionFile,
  isLoaded,
  type Launchd,
  launchd,
  logsFolder,
  requireNoOther,
} from '../agents/launchd.ts'
import { type Environment, readEnvironment } from '../environment.ts'

export const startCommand = (): Command => beginCommand('start')
export const restartCommand = (): Command => beginCommand('restart')

const described = {
  start: 'Start the service (launchd)',
  restart: 'Restart both processes, for example after an upgrade',
} as const
type How = keyof typeof described

const beginCommand = (how: How): Command =>
  new Command(how)
    .description(described[how])
    .addHelpText('after', `\nExample:\n  service ${how}    # exit code 4: a process did not start`)
    .action(async () => {
      const environment = readEnvironment()
      const agents = launchd(environment)
      await begin(environment, agents, how)
      await tellRunning(environment, agents)
    })

export const stopCommand = (): Command =>
  new Command('stop')
    .description('Stop the service until the next login or `service start`')
    .addHelpText('after', '\nExample:\n  service stop')
    .action(async () => {
      const environment = readEnvironment()
      const agents = launchd(environment)
      const stopped = await unloadAgents(environment.home, agents)
      await requireNoOther(serviceDir(environment.base), agents)
      process.stdout.write(
        stopped.length === 0
          ? 'launchd does not run the service, so there is nothing to stop.\n'
          : `Stopped. It comes back at the next login, or with ${names.command} start.\n`,
      )
    })

/** Throws `not_installed`. */
async function begin(environment: Environment, agents: Launchd, how: How): Promise<void> {
  await requireNoOther(serviceDir(environment.base), agents)
  const isOther = how === 'restart' && isAnotherProgram(environment)
  for (const process of agentsOf(serviceDir(environment.base))) {
    const label = names.launchAgents[process]
    const file = definitionFile(environment.home, process)
    const state = await agents.stateOf(label)
    // launchd keeps to the signature that it saw when it loaded the agent, and macOS ends another program at once.
    if (isOther && isLoaded(state)) requireDone(await agents.unload(label), file)
    if (isOther || !isLoaded(state)) {
      if (!existsSync(file)) throw notInstalled()
      requireDone(await agents.load(label, file), file)
    } else if (how === 'restart' || state.is !== 'running') requireDone(await agents.restart(label), file)
  }
}

/** Whether an upgrade has put another program in the place of the one that last read Messages. */
function isAnotherProgram(environment: Environment): boolean {
  const dir = serviceDir(environment.base)
  const { program, requirement } = installedIdentity(environment)
  return grantTrouble(setupNote(dir.setupFile).granted(), program, requirement) !== undefined
}

const notInstalled = (): ServiceError => new ServiceError('not_installed', 'No launch agents are installed.')

async function tellRunning({ base, home }: Environment, agents: Launchd): Promise<void> {
  const running = await awaitRunning(base, agents)
  process.stdout.write(`${runningLines(running, logsFolder(home)).join('\n')}\n`)
  if (running.some(({ pid }) => pid === null)) process.exitCode = exitCodes.notRunning
}
