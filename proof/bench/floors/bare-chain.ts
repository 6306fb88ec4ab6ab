/** Runs the floor of carrying messages to a webhook over a simulated Mac. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chatDbPath } from '../../../simulator/paths.ts'
import { nodeFlags } from '../../../src/cli/node-flags.ts'
import { type Receiver, startReceiver } from '../../../test/harness/receiver.ts'
import { peakResidentMb } from '../../process-figures.ts'

export const bareChainIs = 'bare Node: watch, SQLite, child, POST'

export class BareChain implements AsyncDisposable {
  readonly receiver: Receiver
  readonly #child: ChildProcess
  readonly #folder: string

  /** Begins with what comes from now on, or after this row. */
  static async start(home: string, after?: number): Promise<BareChain> {
    const receiver = await startReceiver()
    const folder = mkdtempSync(join(tmpdir(), 'bare-chain-'))
    const args = [chatDbPath(home), folder, receiver.url, ...(after === undefined ? [] : [String(after)])]
    const entry = fileURLToPath(new URL('bare-chain-process.ts', import.meta.url))
    const child = fork(entry, args, { execArgv: [...nodeFlags] })
    await once(child, 'message')
    return new BareChain(receiver, child, folder)
  }

  private constructor(receiver: Receiver, child: ChildProcess, folder: string) {
    this.receiver = receiver
    this.#child = child
    this.#folder = folder
  }

  /** The peak of the process that reads and commits. */
  get peakResidentMb(): number {
    return peakResidentMb(this.#child.pid ?? 0)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill()
    await once(this.#child, 'exit')
    await this.receiver[Symbol.asyncDispose]()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
