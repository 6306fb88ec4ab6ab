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
import { Polling } from '../shared/polling.ts'
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
const wrongTokenPauseMs = 300_000
const conflictPauseMs = 30_000
const longestPauseMs = 60_000
/** Bounds a pause that Telegram asks for; the shortest one also follows an immediate answer that brought nothing. */
const pausesMs = { shortest: 1_000, longest: 3_600_000 }
const mostTries = 4

export class UpdatePoller {
  readonly #deps: UpdatePollerDeps
  readonly #polling: Polling

  constructor(deps: UpdatePollerDeps) {
    this.#deps = deps
    this.#polling = new Polling({
      poll: (signal) => this.#poll(signal),
      problemOf,
      pauseMs: (failures, error) => (failures === 0 ? 0 : pauseAfterMs(error, failures)),
      log: deps.log,
    })
  }

  start(): void {
    this.#polling.start()
  }

  async stop(): Promise<void> {
    await this.#polling.stop()
  }

  async #poll(signal: AbortSignal): Promise<void> {
    const { offset } = this.#deps
    const [before, beganMs] = [offset.next, performance.now()]
    for (const update of await this.#fetch(signal)) await this.#handle(update, signal)
    const wasHeld = performance.now() - beganMs >= pausesMs.shortest
    if (offset.next === before && !wasHeld) await pause(pausesMs.shortest, signal)
  }

  async #fetch(signal: AbortSignal): Promise<Update[]> {
    const { api, offset } = this.#deps
    const params = { offset: offset.next, timeout: holdS, allowed_updates: ['message', 'callback_query'] as const }
    try {
      return await api.getUpdates(params, signal as never)
    } catch (error) {
      // A webhook that was set before keeps updates from us.
      if (isConflict(error) && !signal.aborted) await api.deleteWebhook().catch(() => undefined)
      throw error
    }
  }

  /** Gives up an update that fails repeatedly, so that it does not block those behind it. */
  async #handle(update: Update, signal: AbortSignal): Promise<void> {
    const { handle, offset, log } = this.#deps
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
        await pause(pauseAfterMs(error, tries), signal)
      }
    }
  }
}

const isConflict = (error: unknown): boolean => error instanceof GrammyError && error.error_code === 409

function problemOf(error: unknown): string {
  if (isWrongToken(error)) return wrongToken
  return isConflict(error) ? 'another program fetches them with the same token' : describeError(error)
}

function pauseAfterMs(error: unknown, failures: number): number {
  if (isWrongToken(error)) return wrongTokenPauseMs
  if (isConflict(error) && failures > 1) return conflictPauseMs
  const askedS = pauseOf(error)
  if (askedS === undefined) return Math.min(2 ** (failures - 1) * 1_000, longestPauseMs)
  return Math.min(Math.max(askedS * 1_000, pausesMs.shortest), pausesMs.longest)
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
