/** Starts the two servers that a hub stands on, for whoever tries it: on loopback, over a folder of their own. */
import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ServiceError } from '../../domain/service-error.ts'
import { type Command, findProgram, type StartedServer, startServer } from './server-program.ts'

function neededProgram(name: string): string {
  const path = findProgram(name)
  if (path !== undefined) return path
  throw new ServiceError('hub_unavailable', `${name} is not installed.`, { program: name })
}

export interface HubServer extends StartedServer {
  url: string
}

/** `config` is the configuration that says `port`. Throws `hub_unavailable`. */
export async function startNats(config: string, port: number): Promise<HubServer> {
  const program = neededProgram('nats-server')
  const server = await startServer({ program, args: ['-c', config], port })
  return { url: `nats://127.0.0.1:${port}`, ...server }
}

/** PostgreSQL refuses to run as root; it then runs as the user that its package makes. */
const plainUser = 'postgres'

/**
 * `folder` is empty or that of before. Nothing is written to the disk before it is answered, so it is for trying only, unless
 * `more` says otherwise.
 */
export async function startPostgres(folder: string, port: number, more: readonly string[] = []): Promise<HubServer> {
  const [program, initdb] = [neededProgram('postgres'), neededProgram('initdb')]
  const as = process.getuid?.() === 0 ? asPlainUser(folder) : (command: Command): Command => command
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
  const server = await startServer({
    ...as({ program, args: ['-D', folder, '-p', String(port), ...settings.flatMap((one) => ['-c', one])] }),
    port,
    // Ends its sessions; the other signal waits until they end by themselves.
    stopSignal: 'SIGINT',
  })
  return { url: `postgresql://${plainUser}@127.0.0.1:${port}/postgres`, ...server }
}

function asPlainUser(folder: string): (command: Command) => Command {
  const id = (option: string) => Number(execFileSync('id', [option, plainUser], { encoding: 'utf8' }))
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const [user, group] = [id('-u'), id('-g')]
  chownSync(folder, user, group)
  return ({ program, args }) => ({
    program: 'setpriv',
    args: [`--reuid=${user}`, `--regid=${group}`, '--clear-groups', program, ...args],
  })
}
