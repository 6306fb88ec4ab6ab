/** What an error of Telegram means: a user who cannot be reached, or what the host has to know of a delivery. */
import { GrammyError, HttpError } from 'grammy'
import { CallRefused, DeliveryRefused } from '../../plugin-api/index.ts'

const settingsPauseS = 300
const defaultPauseS = 5
/** The same request will hardly be understood the fourth time. */
const attemptsOnBadRequest = 3

export const wrongToken = 'Telegram does not know this bot token: set the one that @BotFather shows'

export const isWrongToken = (error: unknown): boolean =>
  error instanceof GrammyError && [401, 404].includes(error.error_code)

/** Blocked the bot, never wrote to it, or is gone. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof GrammyError &&
  (error.error_code === 403 || (error.error_code === 400 && /chat not found|deactivated/i.test(error.description)))

/** Telegram has the request and does not want this file. */
export const isUnwanted = (error: unknown): boolean =>
  error instanceof GrammyError && (error.error_code === 413 || (error.error_code === 400 && !isUnreachable(error)))

export const nobodyReached = (): DeliveryRefused =>
  new DeliveryRefused('None of the allowed users can be reached: press Start in the chat with the bot', settingsPauseS)

/** What the host is told. Not Telegram's own words, which may quote the message. */
export function refusalOf(error: unknown, attempt: number): unknown {
  if (error instanceof HttpError) return new Error('Telegram cannot be reached')
  if (!(error instanceof GrammyError)) return error
  if (isWrongToken(error)) return new DeliveryRefused(wrongToken, settingsPauseS)
  const said = `Telegram answered ${error.error_code}`
  if (error.error_code === 429) return new DeliveryRefused(said, pauseOf(error) ?? defaultPauseS)
  if (error.error_code >= 500) return new Error(said)
  return new DeliveryRefused(said, attempt >= attemptsOnBadRequest ? null : defaultPauseS, 'message')
}

/** Seconds that Telegram, or the host, asks for. */
export function pauseOf(error: unknown): number | undefined {
  if (error instanceof GrammyError) return error.parameters.retry_after
  return error instanceof CallRefused ? (error.retryAfterS ?? undefined) : undefined
}

/** For the log: neither the token nor anything that was written. */
export function described(error: unknown): string {
  if (error instanceof GrammyError) return `Telegram answered ${error.error_code}`
  if (error instanceof HttpError) return 'Telegram cannot be reached'
  return error instanceof CallRefused ? error.code : 'unexpected failure'
}
