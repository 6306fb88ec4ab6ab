/** A program of the hub as a process of its own, that can be killed at any moment and started again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { nodeFlags } from '../../src/cli/node-flags.ts'
import { serviceDir } from '../../src/store/service-dir.ts'
import { installation } from '../installation.ts'

const mostRemembered = 4_000
/** launchd and systemd wait a little before they start a program again that has ended. */
const againMs = 500

interface Program {
  command: readonly string[]
  env?: NodeJS.ProcessEnv
  /** The folder whose log it writes. */
  base?: string
}

export class Killable implements AsyncDisposable {
  readonly #program: Program
  #child: ChildProcess | undefined
  #said = ''

  private constructor(program: Program) {
    this.#program = program
  }

  /** A command of the built package as its user types it, with the flags by which launchd starts it, over a data folder. */
  static service(args: readonly string[], base: string): Killable {
    const command = [process.execPath, ...nodeFlags, installation().entry, ...args]
    return new Killable({ command, base, env: { SERVICE_DIR: base, HOME: base } })
  }

  /** A file of this folder, which is given what it needs as JSON. */
  static entry(entry: string, given: object): Killable {
    const path = fileURLToPath(new URL(entry, import.meta.url))
    return new Killable({ command: [process.execPath, ...nodeFlags, path, JSON.stringify(given)] })
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** The end of what it has said and logged. */
  get said(): string {
    const { base } = this.#program
    const log = base === undefined ? '' : serviceDir(base).logFile
    return (existsSync(log) ? readFileSync(log, 'utf8').slice(-mostRemembered) : '') + this.#said
  }

  /** Whenever it ends by itself it is started again, as its user would have it. */
  start(): void {
    const { command, env } = this.#program
    const [program = '', ...args] = command
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...env } })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#said = (this.#said + text).slice(-mostRemembered)
    })
    this.#child = child
    child.once('exit', async () => {
      await wait(againMs)
      if (this.#child === child) this.start()
    })
  }

  async kill(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  /** Kills it, and starts it at once. */
  async restart(): Promise<void> {
    await this.kill()
    this.start()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.kill()
  }
}
