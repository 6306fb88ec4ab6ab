/** What a receiver's answer means for the message: done, again later, or never. */
import { DeliveryRefused } from '../../plugin-api/index.ts'

export interface Answer {
  status: number
  /** The header as it came. */
  retryAfter: string | undefined
  /** Empty when it is longer than any reply, or does not end in time. */
  body: Promise<string>
}

/** The same bytes will hardly be understood the fourth time. */
const attemptsOnBadRequest = 3
const pauseAfterBadRequestS = 5
/** The receiver understood us and will not take this message, whatever we do. */
const badRequest = [400, 405, 406, 411, 413, 415, 422]

/** Returns when the message is done; throws what the host has to know otherwise. */
export function judge({ status, retryAfter }: Omit<Answer, 'body'>, attempt: number, nowMs: number): void {
  if (status >= 200 && status < 300) return
  const said = `the receiver answered ${status}`
  if (status >= 300 && status < 400)
    throw new DeliveryRefused(`${said}, a redirect, which is not followed: set the url it leads to`, redirectPauseS)
  if (status === 410) throw new DeliveryRefused(`${said}: it is gone for good, switch this webhook off`, null)
  if (badRequest.includes(status))
    throw new DeliveryRefused(said, attempt >= attemptsOnBadRequest ? null : pauseAfterBadRequestS, 'message')
  const pauseS = retryAfterS(retryAfter, nowMs)
  throw pauseS === undefined ? new Error(said) : new DeliveryRefused(said, pauseS)
}

/** Someone has to change the settings first. */
const redirectPauseS = 300

/** Seconds, or a date. One that is over says nothing about when it is better to come back. */
function retryAfterS(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined || header.trim() === '') return undefined
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return positive(seconds)
  const atMs = Date.parse(header)
  return Number.isNaN(atMs) ? undefined : positive(Math.ceil((atMs - nowMs) / 1_000))
}

const positive = (seconds: number): number | undefined => (seconds > 0 ? seconds : undefined)
