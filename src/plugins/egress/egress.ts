/**
 * Starts and controls the egress process: one process for all plugins, so that neither their bytes nor a flood of
 * connections reach the bridge, and so that what is in flight can end when the bridge is killed.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Logger } from '../../contract/log-entry.ts'
import type { Places } from '../../domain/egress-places.ts'
import type { AuditLog } from '../../store/audit-log.ts'
import { prepareFolder } from '../../store/owned-file.ts'
import { egressCache, preparePluginCache } from '../cache-folders.ts'
import { ourCommand, ourEnvironment, withOurCode } from '../our-process.ts'
import { createDenials } from './denials.ts'
import type { FromEgress, ToEgress } from './messages.ts'

export interface Egress {
  /** Resolves with the path of an egress socket of its own, in a folder of its own. */
  open(plugin: string, places: Places): Promise<EgressSocket>
  /** Sets the port of the web process, which no plugin may reach. */
  setOwnPort(port: number): void
  /** Stops the process; connections under way are cut. */
  stop(): void
}

export interface EgressSocket {
  path: string
  close(): void
}

export interface EgressDeps {
  serviceDir: string
  audit: AuditLog
  log: Logger
}

const restartPauseMs = 1_000
const openLimitMs = 10_000
const heapMb = 128

export function createEgress({ serviceDir, audit, log }: EgressDeps): Egress {
  const denied = createDenials(audit, log)
  const sockets = new Map<string, ToEgress & { type: 'open' }>()
  const waiting = new Map<string, (problem: string | null) => void>()
  let folder: string | undefined
  let child: ChildProcess | undefined
  let restart: NodeJS.Timeout | undefined
  let ownPort: number | undefined
  let stopped = false

  const tell = (message: ToEgress): void => {
    if (child?.connected) child.send(message, () => undefined)
  }

  const start = (socketFolder: string): void => {
    restart = undefined
    try {
      child = startProcess(serviceDir, socketFolder)
    } catch (error) {
      log.error(`The way out for plugins cannot be started: ${(error as Error).message}`)
      restart = setTimeout(() => start(socketFolder), restartPauseMs)
      return
    }
    child.on('message', receive)
    child.on('error', (error) => log.error(`The way out for plugins cannot be started: ${error.message}`))
    child.on('close', () => {
      child = undefined
      if (stopped || sockets.size === 0) return
      log.warn('The way out for plugins ended and is opened again.')
      restart = setTimeout(() => start(socketFolder), restartPauseMs)
    })
    if (ownPort !== undefined) tell({ type: 'own_port', port: ownPort })
    for (const egressSocket of sockets.values()) tell(egressSocket)
  }

  const receive = (message: unknown): void => {
    const said = message as FromEgress
    if (said.type === 'opened') waiting.get(said.path)?.(said.problem)
    else if (said.type === 'denied') denied(said)
    else log.debug(`Plugin ${said.plugin}: ${said.sent} bytes to ${said.host}:${said.port}, ${said.received} back.`)
  }

  const opened = (path: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const fail = (problem: string) => reject(new Error(`its way out cannot be opened: ${problem}`))
      const late = setTimeout(() => fail('no answer'), openLimitMs)
      waiting.set(path, (problem) => {
        clearTimeout(late)
        waiting.delete(path)
        problem === null ? resolve() : fail(problem)
      })
    })

  return {
    async open(plugin, places) {
      folder ??= socketFolderIn(serviceDir)
      // The socket has a folder of its own, because the sandbox shows that folder: a socket that is created again then
      // appears there as well.
      const own = join(folder, randomBytes(4).toString('hex'))
      mkdirSync(own, { mode: 0o700 })
      const path = join(own, 's')
      const egressSocket = { type: 'open', path, plugin, places } as const
      sockets.set(path, egressSocket)
      const ready = opened(path)
      if (child === undefined && restart === undefined) start(folder)
      else tell(egressSocket)
      await ready
      return {
        path,
        close() {
          sockets.delete(path)
          tell({ type: 'close', path })
          rmSync(own, { recursive: true, force: true })
        },
      }
    },
    setOwnPort(port) {
      if (port === ownPort) return
      ownPort = port
      tell({ type: 'own_port', port })
    },
    stop() {
      stopped = true
      clearTimeout(restart)
      child?.kill('SIGKILL')
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}

function startProcess(serviceDir: string, socketFolder: string): ChildProcess {
  const cacheDir = egressCache(serviceDir)
  preparePluginCache(cacheDir)
  const confinement = withOurCode({ read: [], write: [socketFolder, cacheDir], egressSocket: socketFolder, heapMb })
  const [program, ...args] = ourCommand({ ...confinement, entry: 'egress/main' })
  const child = spawn(program, args, {
    env: ourEnvironment(cacheDir),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    detached: true,
  })
  ;(child.stderr as Readable).resume()
  return child
}

/** The longest path of a socket on macOS. */
const longestPath = 103
const leftoverMs = 60_000

/** Creates a new folder for each bridge: the folder of an earlier one may still be in use for a moment. */
function socketFolderIn(serviceDir: string): string {
  const parent = join(serviceDir, 'run')
  const name = `e${randomBytes(3).toString('hex')}`
  // Others may write to the folder for temporary files, so the socket folder gets an unpredictable name there and is
  // private from the start.
  if (join(parent, name, '01234567', 's').length > longestPath) return mkdtempSync(join(tmpdir(), 'service-'))
  prepareFolder(parent)
  sweep(parent)
  const folder = join(parent, name)
  mkdirSync(folder, { mode: 0o700 })
  return folder
}

function sweep(parent: string): void {
  for (const name of readdirSync(parent)) {
    const path = join(parent, name)
    const ageMs = Date.now() - (lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0)
    if (ageMs > leftoverMs) rmSync(path, { recursive: true, force: true })
  }
}
