/** Decides what a receiver's answer means for the message: done, retried later, or failed. */
import { DeliveryRefused } from '../../plugin-api/index.ts'
import type { Answer } from '../shared/poster.ts'
import { retryAfterS } from '../shared/retry-after.ts'

/** Content that was refused this often will not be accepted the next time either. */
const attemptsWithContent = 3
const pauseAfterContentS = 5
/**
 * Statuses that RFC 9110 gives to the content of one request: malformed, too large, not to be processed. The other 4xx
 * speak of the address, the method or the headers, which are the same for every message: somebody has to mend the
 * receiver or the settings, and no message is lost until then.
 */
const refusedContent = [400, 413, 422]

/** Returns when the message is done; otherwise throws the refusal for the host. */
export function judge({ status, retryAfter }: Omit<Answer, 'body'>, attempt: number, nowMs: number): void {
  if (status >= 200 && status < 300) return
  const reason = `the receiver answered ${status}`
  if (status >= 300 && status < 400)
    throw new DeliveryRefused(`${reason}, a redirect, which is not followed: set the url it leads to`, redirectPauseS)
  if (status === 410) throw new DeliveryRefused(`${reason}: it is gone for good, switch this webhook off`, null)
  const pauseS = retryAfterS(retryAfter, nowMs)
  if (pauseS !== undefined) throw new DeliveryRefused(reason, pauseS)
  if (refusedContent.includes(status))
    throw new DeliveryRefused(reason, attempt >= attemptsWithContent ? null : pauseAfterContentS, 'message')
  throw new Error(reason)
}

/** Somebody has to change the settings first. */
const redirectPauseS = 300
