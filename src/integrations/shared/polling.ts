/** Polls a service for answers until it is stopped, and logs each new problem once. */
import type { PluginContext } from '../../plugin-api/index.ts'
import { pause } from './until-aborted.ts'

interface PollingDeps {
  /** Rejects when a later poll may succeed. */
  poll(signal: AbortSignal): Promise<void>
  /** Describes a failure for the log. */
  problemOf(error: unknown): string
  /** The pause before the next poll, after so many failures in a row; `error` is the last of them. */
  pauseMs(failures: number, error: unknown): number
  log: Pick<PluginContext, 'log_warn'>
}

export class Polling {
  readonly #deps: PollingDeps
  readonly #stopping = new AbortController()
  #running: Promise<void> | undefined

  constructor(deps: PollingDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#running = this.#run(this.#stopping.signal)
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { poll, problemOf, pauseMs, log } = this.#deps
    let failures = 0
    let loggedProblem = ''
    let lastError: unknown
    while (!signal.aborted) {
      try {
        await poll(signal)
        failures = 0
        loggedProblem = ''
      } catch (error) {
        if (signal.aborted) return
        failures++
        lastError = error
        const problem = problemOf(error)
        if (problem !== loggedProblem) log.log_warn(`No answers can be fetched: ${problem}.`)
        loggedProblem = problem
      }
      await pause(pauseMs(failures, lastError), signal)
    }
  }
}
