/** Starts the real bridge as a process of its own, as a user does, over a simulated Mac. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodeFlags } from '../../src/cli/node-flags.ts'
import { names } from '../../src/contract/names.ts'
import { layCompiled } from '../../src/plugins/test-compiled.ts'
import { type BridgeStatus, readStatus } from '../../src/store/bridge-status.ts'
import { saveConfig } from '../../src/store/config-file.ts'
import { isAlive, readHeartbeat } from '../../src/store/heartbeat.ts'
import { readPid } from '../../src/store/process-lock.ts'
import { prepareServiceDir, type ServiceDir, serviceDir } from '../../src/store/service-dir.ts'
import { quickFlags } from './quick-flags.ts'
import { until } from './until.ts'

export const serviceEntry = fileURLToPath(new URL('../../bin/service.mjs', import.meta.url))

export interface BridgeProcess {
  child: ChildProcess
  pid: number
  stderr(): string
  /** Resolves once the bridge has polled chat.db. */
  polling(): Promise<void>
  status(): BridgeStatus | undefined
  /** Ends it as launchd does. Resolves with the exit code. */
  stop(): Promise<number | null>
  /** Kills the process, as a power cut does. */
  kill(): Promise<void>
}

export const dirOf = (home: string): ServiceDir => serviceDir(join(home, names.baseDirectory))

export function configure(home: string, config: object): void {
  const dir = dirOf(home)
  prepareServiceDir(dir)
  saveConfig(dir.configFile, config)
  const { integrations = {} } = config as { integrations?: object }
  layCompiled(dir.base, Object.keys(integrations))
}

/** Settings that relay everyone to the webhook at `url`. */
export const toWebhook = (url: string, settings: { timeout_s?: number } = {}) => ({
  relay: { scope: 'everyone' },
  integrations: { webhook: { enabled: true, url, ...settings } },
})

interface Launch {
  home: string
  /** A program with its arguments that starts the bridge or becomes it, such as strace or setpriv. */
  through?: readonly string[] | undefined
  /** The file that Node starts as the command; by default that of the sources. */
  entry?: string | undefined
}

export function startBridge({ home, through = [], entry = serviceEntry }: Launch): BridgeProcess {
  const [program = '', ...args] = [...through, process.execPath, ...quickFlags(nodeFlags), entry, 'bridge']
  const { SERVICE_DIR: _, ...env } = process.env
  const child = spawn(program, args, {
    env: { ...env, HOME: home, PATH: [join(home, 'bin'), env.PATH].join(delimiter) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const exited = once(child, 'exit')
  const dir = dirOf(home)
  const status = () => readStatus(dir.statusFile)
  /** A wrapping program does not pass signals on. */
  const signal = (name: NodeJS.Signals) => {
    if (through.length === 0) child.kill(name)
    else process.kill(readPid(dir.pidFile) ?? child.pid ?? 0, name)
  }
  return {
    child,
    pid: child.pid ?? 0,
    stderr: () => stderr,
    status,
    polling: () =>
      until(
        () => {
          if (child.exitCode !== null) throw new Error(`The bridge ended with ${child.exitCode}: ${stderr}`)
          const isMine = status()?.pid === (through.length === 0 ? child.pid : readPid(dir.pidFile))
          return isMine && status()?.state === 'polling' && isAlive(readHeartbeat(dir.heartbeatFile), Date.now())
        },
        { describe: () => `the bridge ${child.pid} to poll; it says ${JSON.stringify(status())} ${stderr}` },
      ),
    async stop() {
      signal('SIGTERM')
      const [code] = await exited
      return code as number | null
    },
    async kill() {
      signal('SIGKILL')
      await exited
    },
  }
}
