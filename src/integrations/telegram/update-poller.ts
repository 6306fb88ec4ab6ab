/**
 * Polls Telegram for updates, and hands them over one after another. grammY's own loop is not used: it confirms an
 * update to Telegram before it is handled, so that a crash would lose it.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Api, GrammyError } from 'grammy'
import type { Update } from 'grammy/types'
import type { PluginContext } from '../../plugin-api/index.ts'
import { replaceFile } from '../shared/durable-file.ts'
import { pause } from '../shared/until-aborted.ts'
import { describeError, isWrongToken, pauseOf, wrongToken } from './failures.ts'

export interface UpdatePollerDeps {
  api: Api
  offset: UpdateOffset
  /** Rejects when a later attempt may succeed. The signal is aborted when the plugin has to stop. */
  handle(update: Update, signal: AbortSignal): Promise<void>
  log: Pick<PluginContext, 'log_warn' | 'log_error'>
}

const holdS = 25
const wrongTokenPauseS = 300
const conflictPauseS = 30
const longestPauseS = 60
/** Bounds a pause that Telegram asks for; the shortest one also follows an immediate answer that brought nothing. */
const pausesS = { shortest: 1, longest: 3_600 }
const mostTries = 4

export class UpdatePoller {
  readonly #deps: UpdatePollerDeps
  readonly #stopping = new AbortController()
  #running: Promise<void> | undefined

  constructor(deps: UpdatePollerDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { api, log } = this.#deps
    const { signal } = this.#stopping
    let failures = 0
    let loggedProblem = ''
    while (!signal.aborted) {
      try {
        await this.#poll()
        failures = 0
        loggedProblem = ''
      } catch (error) {
        if (signal.aborted) return
        failures++
        const problem = problemOf(error)
        if (problem !== loggedProblem) log.log_warn(`No answers can be fetched: ${problem}.`)
        loggedProblem = problem
        await removeWebhook(api, error)
        await this.#pause(pauseAfter(error, failures))
      }
    }
  }

  async #poll(): Promise<void> {
    const { api, offset } = this.#deps
    const [before, beganMs] = [offset.next, performance.now()]
    const params = { offset: before, timeout: holdS, allowed_updates: ['message', 'callback_query'] as const }
    const updates = await api.getUpdates(params, this.#stopping.signal as never)
    for (const update of updates) await this.#handle(update)
    const wasHeld = performance.now() - beganMs >= pausesS.shortest * 1_000
    if (offset.next === before && !wasHeld) await this.#pause(pausesS.shortest)
  }

  /** Gives up an update that fails repeatedly, so that it does not block those behind it. */
  async #handle(update: Update): Promise<void> {
    const { handle, offset, log } = this.#deps
    const { signal } = this.#stopping
    for (let tries = 1; !signal.aborted; tries++) {
      try {
        await handle(update, signal)
        offset.noteDone(update.update_id)
        return
      } catch (error) {
        if (signal.aborted) return
        if (tries === mostTries) {
          log.log_error(`An answer was given up: ${describeError(error)}.`)
          offset.noteDone(update.update_id)
          return
        }
        await this.#pause(pauseAfter(error, tries))
      }
    }
  }

  /** Ends early when the plugin has to stop. */
  async #pause(seconds: number): Promise<void> {
    await pause(seconds * 1_000, this.#stopping.signal)
  }
}

const isConflict = (error: unknown): boolean => error instanceof GrammyError && error.error_code === 409

function problemOf(error: unknown): string {
  if (isWrongToken(error)) return wrongToken
  return isConflict(error) ? 'another program fetches them with the same token' : describeError(error)
}

/** Removes a webhook that was set before, because it keeps updates from us. */
async function removeWebhook(api: Api, error: unknown): Promise<void> {
  if (isConflict(error)) await api.deleteWebhook().catch(() => undefined)
}

function pauseAfter(error: unknown, failures: number): number {
  if (isWrongToken(error)) return wrongTokenPauseS
  if (isConflict(error) && failures > 1) return conflictPauseS
  const askedS = pauseOf(error)
  if (askedS === undefined) return Math.min(2 ** (failures - 1), longestPauseS)
  return Math.min(Math.max(askedS, pausesS.shortest), pausesS.longest)
}

/** Stores the update up to which everything is done, so that nothing is handled twice and nothing is lost. */
export class UpdateOffset {
  readonly #path: string
  readonly #bot: string
  #next: number

  /** The numbers of another bot do not apply to this one. */
  constructor(dataDir: string, bot: string) {
    this.#path = join(dataDir, 'offset.json')
    this.#bot = bot
    this.#next = readOffset(this.#path, bot)
  }

  /** The first update that is not done. */
  get next(): number {
    return this.#next
  }

  noteDone(updateId: number): void {
    this.#next = updateId + 1
    replaceFile(this.#path, JSON.stringify({ bot: this.#bot, next: this.#next }))
  }
}

function readOffset(path: string, bot: string): number {
  try {
    const read = JSON.parse(readFileSync(path, 'utf8')) as { bot: unknown; next: unknown }
    return read.bot === bot && Number.isSafeInteger(read.next) ? Number(read.next) : 0
  } catch {
    return 0
  }
}
