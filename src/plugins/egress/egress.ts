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
import type { PermittedHosts } from '../../domain/permitted-hosts.ts'
import type { AuditLog } from '../../store/audit-log.ts'
import { prepareFolder } from '../../store/owned-file.ts'
import { egressCache, preparePluginCache } from '../cache-folders.ts'
import { ourCommand, ourEnvironment, withOurCode } from '../our-process.ts'
import { Denials } from './denials.ts'
import type { FromEgress, ToEgress } from './messages.ts'

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

export class Egress {
  readonly #deps: EgressDeps
  readonly #denials: Denials
  /** The sockets that are open, by path. */
  readonly #sockets = new Map<string, ToEgress & { type: 'open' }>()
  /** The waiters for a socket that the process is to open, by its path. */
  readonly #waiting = new Map<string, (problem: string | null) => void>()
  #folder: string | undefined
  #child: ChildProcess | undefined
  #restart: NodeJS.Timeout | undefined
  #ownPort: number | undefined
  #isStopped = false

  constructor(deps: EgressDeps) {
    this.#deps = deps
    this.#denials = new Denials(deps.audit, deps.log)
  }

  /** Resolves with an egress socket for this plugin alone, in a folder of its own. */
  async open(plugin: string, hosts: PermittedHosts): Promise<EgressSocket> {
    this.#folder ??= socketFolderIn(this.#deps.serviceDir)
    // The socket has a folder of its own, because the sandbox shows that folder: a socket that is created again then
    // appears there as well.
    const own = join(this.#folder, randomBytes(4).toString('hex'))
    mkdirSync(own, { mode: 0o700 })
    const path = join(own, 's')
    const order = { type: 'open', path, plugin, hosts } as const
    this.#sockets.set(path, order)
    const opened = this.#untilOpened(path)
    if (this.#child === undefined && this.#restart === undefined) this.#start(this.#folder)
    else this.#send(order)
    await opened
    const close = () => {
      this.#sockets.delete(path)
      this.#send({ type: 'close', path })
      rmSync(own, { recursive: true, force: true })
    }
    return { path, close }
  }

  /** Sets the port of the web process, which no plugin may reach. */
  setOwnPort(port: number): void {
    if (port === this.#ownPort) return
    this.#ownPort = port
    this.#send({ type: 'own_port', port })
  }

  /** Stops the process; connections under way are cut. */
  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#restart)
    this.#child?.kill('SIGKILL')
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true })
  }

  #start(folder: string): void {
    const { serviceDir, log } = this.#deps
    this.#restart = undefined
    try {
      this.#child = startProcess(serviceDir, folder)
    } catch (error) {
      log.error(`The way out for plugins cannot be started: ${(error as Error).message}`)
      this.#startLater(folder)
      return
    }
    this.#child.on('message', (message) => this.#receive(message as FromEgress))
    this.#child.on('error', (error) => log.error(`The way out for plugins cannot be started: ${error.message}`))
    this.#child.on('close', () => {
      this.#child = undefined
      if (this.#isStopped || this.#sockets.size === 0) return
      log.warn('The way out for plugins ended and is opened again.')
      this.#startLater(folder)
    })
    if (this.#ownPort !== undefined) this.#send({ type: 'own_port', port: this.#ownPort })
    for (const order of this.#sockets.values()) this.#send(order)
  }

  #startLater(folder: string): void {
    this.#restart = setTimeout(() => this.#start(folder), restartPauseMs)
  }

  #send(message: ToEgress): void {
    if (this.#child?.connected) this.#child.send(message, () => undefined)
  }

  #receive(message: FromEgress): void {
    if (message.type === 'opened') this.#waiting.get(message.path)?.(message.problem)
    else if (message.type === 'denied') this.#denials.note(message)
    else {
      const { plugin, host, port, sent, received } = message
      this.#deps.log.debug(`Plugin ${plugin}: ${sent} bytes to ${host}:${port}, ${received} back.`)
    }
  }

  #untilOpened(path: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const fail = (problem: string) => reject(new Error(`its way out cannot be opened: ${problem}`))
      const late = setTimeout(() => fail('no answer'), openLimitMs)
      this.#waiting.set(path, (problem) => {
        clearTimeout(late)
        this.#waiting.delete(path)
        problem === null ? resolve() : fail(problem)
      })
    })
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
