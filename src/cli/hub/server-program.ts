/** Finds programs that listen on a port, and starts them until they do: the servers of a hub, and those that tests talk to. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { delimiter, join } from 'node:path'
import { pause } from '../../base/pause.ts'
import { ServiceError } from '../../domain/service-error.ts'

/** Folders besides PATH in which packages put servers: Debian hides them from ordinary users, Homebrew names versions. */
const serverFolders = (): string[] => [
  ...(process.env.PATH ?? '').split(delimiter),
  '/usr/sbin',
  '/usr/local/sbin',
  '/usr/local/bin',
  '/opt/homebrew/bin',
  '/opt/homebrew/sbin',
  ...versions('/usr/lib/postgresql').map((version) => `/usr/lib/postgresql/${version}/bin`),
  ...['/opt/homebrew/opt', '/usr/local/opt'].flatMap((folder) =>
    versions(folder)
      .filter((name) => name.startsWith('postgresql'))
      .map((name) => `${folder}/${name}/bin`),
  ),
]

/** The names in a folder, the highest number first. */
const versions = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).sort((one, other) => other.localeCompare(one, 'en', { numeric: true })) : []

export const findProgram = (name: string): string | undefined =>
  serverFolders()
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))

const startMs = 60_000
const pollMs = 20

export interface Command {
  program: string
  args: readonly string[]
}

interface Start extends Command {
  port: number
  stopSignal?: NodeJS.Signals
}

export interface StartedServer {
  /** Kills it at once, as a power cut does. */
  kill(): Promise<void>
  /** Lets it finish. */
  stop(): Promise<void>
}

/** Resolves when it listens on loopback. Throws `hub_unavailable` if it ends before, or is too slow. */
export async function startServer({ program, args, port, stopSignal = 'SIGTERM' }: Start): Promise<StartedServer> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2_000)
  })
  child.on('error', (error) => {
    said += error.message
  })
  for (let waitedMs = 0; !(await listens(port)); waitedMs += pollMs) {
    if (hasEnded(child) || waitedMs > startMs)
      throw new ServiceError('hub_unavailable', `${program} did not start: ${said.trim().split('\n').at(-1) ?? ''}`)
    await pause(pollMs)
  }
  const end = async (signal: NodeJS.Signals) => {
    if (hasEnded(child)) return
    child.kill(signal)
    await once(child, 'exit')
  }
  return { kill: () => end('SIGKILL'), stop: () => end(stopSignal) }
}

const hasEnded = (child: ChildProcess): boolean =>
  child.exitCode !== null || child.signalCode !== null || child.pid === undefined

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const say = (answer: boolean) => () => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', say(true)).once('error', say(false))
  })
