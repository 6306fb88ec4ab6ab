/**
 * Polls Telegram for updates, and hands them over one after another. grammY's own loop is not used: it confirms an
 * update to Telegram before it is handled, so that a crash would lose it.
 */
import { type Api, GrammyError } from 'grammy'
import type { Update } from 'grammy/types'
import type { PluginContext } from '../../plugin-api/index.ts'
import { pause } from '../shared/until-aborted.ts'
import { described, isWrongToken, pauseOf, wrongToken } from './failures.ts'
import type { Offset } from './offset.ts'

export interface Polling {
  api: Api
  offset: Offset
  /** Rejects when a later attempt may succeed. */
  handle(update: Update): Promise<void>
  log: Pick<PluginContext, 'log_warn' | 'log_error'>
  signal: AbortSignal
}

const holdS = 25
const wrongTokenPauseS = 300
const conflictPauseS = 30
const longestPauseS = 60
/** Bounds a pause that Telegram asks for; the shortest one also follows an immediate answer that brought nothing. */
const pausesS = { shortest: 1, longest: 3_600 }
const mostTries = 4

/** Resolves once the signal is aborted. */
export async function poll(polling: Polling): Promise<void> {
  const { api, offset, log, signal } = polling
  let failures = 0
  let said = ''
  while (!signal.aborted) {
    try {
      const [before, beganMs] = [offset.next(), performance.now()]
      const asked = { offset: before, timeout: holdS, allowed_updates: ['message', 'callback_query'] as const }
      const updates = await api.getUpdates(asked, signal as never)
      for (const update of updates) await surely(update, polling)
      failures = 0
      said = ''
      const isHeld = performance.now() - beganMs >= pausesS.shortest * 1_000
      if (offset.next() === before && !isHeld) await pause(pausesS.shortest * 1_000, signal)
    } catch (error) {
      if (signal.aborted) return
      failures++
      const problem = problemOf(error)
      if (problem !== said) log.log_warn(`No answers can be fetched: ${problem}.`)
      said = problem
      await removeWebhook(api, error)
      await pause(pauseAfter(error, failures) * 1_000, signal)
    }
  }
}

/** Gives up an update that fails repeatedly, so that it does not block those behind it. */
async function surely(update: Update, { handle, offset, log, signal }: Polling): Promise<void> {
  for (let tries = 1; !signal.aborted; tries++) {
    try {
      await handle(update)
      return offset.done(update.update_id)
    } catch (error) {
      if (signal.aborted) return
      if (tries === mostTries) {
        log.log_error(`An answer was given up: ${described(error)}.`)
        return offset.done(update.update_id)
      }
      await pause(pauseAfter(error, tries) * 1_000, signal)
    }
  }
}

const isConflict = (error: unknown): boolean => error instanceof GrammyError && error.error_code === 409

function problemOf(error: unknown): string {
  if (isWrongToken(error)) return wrongToken
  return isConflict(error) ? 'another program fetches them with the same token' : described(error)
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
