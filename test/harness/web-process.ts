/** Starts the real web process as a user does, over a simulated Mac. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, join } from 'node:path'
import { type TemporaryMac, temporaryMac } from '../../simulator/temporary-mac.ts'
import { webFlags } from '../../src/cli/node-flags.ts'
import { unusedPort } from '../../src/cli/test-unused-port.ts'
import { configure, serviceEntry } from './bridge-process.ts'
import { quickFlags } from './quick-flags.ts'
import { until } from './until.ts'
import { passwordHash } from './web-here.ts'

export interface Launched {
  child: ChildProcess
  /** All output to stdout and stderr. */
  said(): string
  /** Resolves with the address that it prints once it listens. */
  ready(): Promise<string>
  /** Resolves with the exit code. */
  ended: Promise<number | null>
  /** Ends it as launchd does. */
  stop(): Promise<void>
  /** Kills the process, as a power cut does. */
  kill(): Promise<void>
}

interface Launch {
  /** The program that starts it. */
  through?: readonly string[] | undefined
  /** The port, provided that it is free. */
  port?: number | undefined
  /** The file that Node starts as the command; by default that of the sources. */
  entry?: string | undefined
}

export function launchWeb(home: string, { through = [], port = 0, entry = serviceEntry }: Launch = {}): Launched {
  const { SERVICE_DIR: _, ...env } = process.env
  const command = [...through, process.execPath, ...quickFlags(webFlags), entry, 'web', '--port', String(port)]
  const child = spawn(command[0] ?? '', command.slice(1), {
    env: { ...env, HOME: home, PATH: [join(home, 'bin'), env.PATH].join(delimiter) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  const address = () => /Page\s+(http:\S+)\/app\//.exec(said)?.[1]
  const ended = once(child, 'close').then(([code]) => code)
  const endBy = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
  }
  return {
    child,
    ended,
    said: () => said,
    stop: () => endBy('SIGTERM'),
    kill: () => endBy('SIGKILL'),
    async ready() {
      await until(
        () => {
          if (child.exitCode !== null) throw new Error(`The web process ended with ${child.exitCode}: ${said}`)
          return address() !== undefined
        },
        { describe: () => `the web process to listen; it says ${said}` },
      )
      return address() ?? ''
    },
  }
}

export interface WebProcess extends AsyncDisposable {
  mac: TemporaryMac
  url: string
  port: number
  pid: number
  said(): string
  stop(): Promise<void>
}

interface Setup {
  mac?: Parameters<typeof temporaryMac>[0]
  config?: object
  /** Uses `password` of web-here.ts, or none. */
  hasPassword?: boolean
  through?: readonly string[]
  /** Runs before the process starts. */
  prepare?(mac: TemporaryMac): void
}

export async function webProcess(setup: Setup = {}): Promise<WebProcess> {
  const { config, hasPassword = true, prepare } = setup
  const mac = temporaryMac(setup.mac)
  const auth = hasPassword ? { auth: { password_hash: passwordHash } } : {}
  configure(mac.home, { ...config, ...auth })
  prepare?.(mac)
  const { child, said, ready, stop } = launchWeb(mac.home, { port: await unusedPort(), ...setup })
  const url = await ready()
  return {
    mac,
    url,
    port: Number(new URL(url).port),
    pid: child.pid ?? 0,
    said,
    stop,
    async [Symbol.asyncDispose]() {
      await stop()
      mac.close()
    },
  }
}
