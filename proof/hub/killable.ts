/** A program of the hub as a process of its own, that can be killed at any moment and started again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { nodeFlags } from '../../src/cli/node-flags.ts'

const mostRemembered = 4_000

export class Killable implements AsyncDisposable {
  readonly #command: readonly string[]
  #child: ChildProcess | undefined
  #said = ''

  /** `entry` is a file of this folder; `through` starts it. */
  constructor(entry: string, given: object, through: readonly string[] = []) {
    const path = fileURLToPath(new URL(entry, import.meta.url))
    this.#command = [...through, process.execPath, ...nodeFlags, path, JSON.stringify(given)]
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** The end of what it has logged. */
  get said(): string {
    return this.#said
  }

  start(): void {
    const [program = '', ...args] = this.#command
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#said = (this.#said + text).slice(-mostRemembered)
    })
    this.#child = child
  }

  async kill(): Promise<void> {
    if (this.#child === undefined || !this.isRunning) return
    this.#child.kill('SIGKILL')
    await once(this.#child, 'exit')
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.kill()
  }
}
