/** Interprets errors of Telegram: whether a user cannot be reached, and what the host has to know about a delivery. */
import { GrammyError, HttpError } from 'grammy'
import { CallRefused, DeliveryRefused } from '../../plugin-api/index.ts'

const settingsPauseS = 300
const defaultPauseS = 5
/** A request that failed this often will not be understood the next time either. */
const attemptsOnBadRequest = 3

export const wrongToken = 'Telegram does not know this bot token: set the one that @BotFather shows'

export const isWrongToken = (error: unknown): boolean =>
  error instanceof GrammyError && [401, 404].includes(error.error_code)

/** The user blocked the bot, never wrote to it, or no longer exists. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof GrammyError &&
  (error.error_code === 403 || (error.error_code === 400 && /chat not found|deactivated/i.test(error.description)))

/** Telegram received the request and refuses this file. */
export const isUnwanted = (error: unknown): boolean =>
  error instanceof GrammyError && (error.error_code === 413 || (error.error_code === 400 && !isUnreachable(error)))

export const nobodyReached = (): DeliveryRefused =>
  new DeliveryRefused('None of the allowed users can be reached: press Start in the chat with the bot', settingsPauseS)

/** Converts a failure to the error for the host, without Telegram's own words, which may quote the message. */
export function refusalOf(error: unknown, attempt: number): unknown {
  if (error instanceof HttpError) return new Error('Telegram cannot be reached')
  if (!(error instanceof GrammyError)) return error
  if (isWrongToken(error)) return new DeliveryRefused(wrongToken, settingsPauseS)
  const reason = `Telegram answered ${error.error_code}`
  if (error.error_code === 429) return new DeliveryRefused(reason, pauseOf(error) ?? defaultPauseS)
  if (error.error_code >= 500) return new Error(reason)
  return new DeliveryRefused(reason, attempt >= attemptsOnBadRequest ? null : defaultPauseS, 'message')
}

/** Returns the pause in seconds that Telegram or the host asks for. */
export function pauseOf(error: unknown): number | undefined {
  if (error instanceof GrammyError) return error.parameters.retry_after
  return error instanceof CallRefused ? (error.retryAfterS ?? undefined) : undefined
}

/** Describes an error for the log, without the token and without message text. */
export function describeError(error: unknown): string {
  if (error instanceof GrammyError) return `Telegram answered ${error.error_code}`
  if (error instanceof HttpError) return 'Telegram cannot be reached'
  return error instanceof CallRefused ? error.code : 'unexpected failure'
}
