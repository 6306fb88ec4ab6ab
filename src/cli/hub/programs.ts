/** Starts the two servers that a hub stands on, for whoever tries it: on loopback, over a folder of their own. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
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

export const serverProgram = (name: string): string | undefined =>
  serverFolders()
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))

function neededProgram(name: string): string {
  const path = serverProgram(name)
  if (path !== undefined) return path
  throw new ServiceError('hub_unavailable', `${name} is not installed.`, { program: name })
}

export interface StartedServer {
  url: string
  /** Kills it at once, as a power cut does. */
  kill(): Promise<void>
  /** Lets it finish. */
  stop(): Promise<void>
}

/** `config` is the configuration that says `port`. Throws `hub_unavailable`. */
export async function startNats(config: string, port: number): Promise<StartedServer> {
  const program = neededProgram('nats-server')
  const server = await started({ program, args: ['-c', config], port })
  return { url: `nats://127.0.0.1:${port}`, ...server }
}

/** PostgreSQL refuses to run as root; it then runs as the user that its package makes. */
const plainUser = 'postgres'

/**
 * `folder` is empty or that of before. Nothing is written to the disk before it is answered, so it is for trying only, unless
 * `more` says otherwise.
 */
export async function startPostgres(
  folder: string,
  port: number,
  more: readonly string[] = [],
): Promise<StartedServer> {
  const [program, initdb] = [neededProgram('postgres'), neededProgram('initdb')]
  const as = process.getuid?.() === 0 ? asPlainUser(folder) : (asked: Asked): Asked => asked
  if (!existsSync(join(folder, 'PG_VERSION'))) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const made = as({
      program: initdb,
      args: ['-D', folder, '-U', plainUser, '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    })
    execFileSync(made.program, made.args, { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' })
  }
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'fsync=off',
    'shared_buffers=64MB',
    ...more,
  ]
  const server = await started({
    ...as({ program, args: ['-D', folder, '-p', String(port), ...settings.flatMap((one) => ['-c', one])] }),
    port,
    // Ends its sessions; the other signal waits until they end by themselves.
    stopSignal: 'SIGINT',
  })
  return { url: `postgresql://${plainUser}@127.0.0.1:${port}/postgres`, ...server }
}

interface Asked {
  program: string
  args: string[]
}

function asPlainUser(folder: string): (asked: Asked) => Asked {
  const id = (option: string) => Number(execFileSync('id', [option, plainUser], { encoding: 'utf8' }))
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const [user, group] = [id('-u'), id('-g')]
  chownSync(folder, user, group)
  return ({ program, args }) => ({
    program: 'setpriv',
    args: [`--reuid=${user}`, `--regid=${group}`, '--clear-groups', program, ...args],
  })
}

const startMs = 60_000
const lookMs = 20

interface Start extends Asked {
  port: number
  stopSignal?: NodeJS.Signals
}

async function started({ program, args, port, stopSignal = 'SIGTERM' }: Start): Promise<Omit<StartedServer, 'url'>> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2_000)
  })
  child.on('error', (error) => {
    said += error.message
  })
  for (let waitedMs = 0; !(await listens(port)); waitedMs += lookMs) {
    if (hasEnded(child) || waitedMs > startMs)
      throw new ServiceError('hub_unavailable', `${program} did not start: ${said.trim().split('\n').at(-1) ?? ''}`)
    await pause(lookMs)
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
