/** Decides what a receiver's answer means for the message: done, retried later, or failed. */
import { DeliveryRefused } from '../../plugin-api/index.ts'
import { retryAfterS } from '../shared/retry-after.ts'

export interface Answer {
  status: number
  /** The header as it was received. */
  retryAfter: string | undefined
  /** Empty when it is longer than any reply, or does not end in time. */
  body: Promise<string>
}

/** A body that failed this often will not be understood the next time either. */
const attemptsOnBadRequest = 3
const pauseAfterBadRequestS = 5
/** Statuses with which the receiver refuses this message for good. */
const badRequest = [400, 405, 406, 411, 413, 415, 422]

/** Returns when the message is done; otherwise throws the refusal for the host. */
export function judge({ status, retryAfter }: Omit<Answer, 'body'>, attempt: number, nowMs: number): void {
  if (status >= 200 && status < 300) return
  const reason = `the receiver answered ${status}`
  if (status >= 300 && status < 400)
    throw new DeliveryRefused(`${reason}, a redirect, which is not followed: set the url it leads to`, redirectPauseS)
  if (status === 410) throw new DeliveryRefused(`${reason}: it is gone for good, switch this webhook off`, null)
  if (badRequest.includes(status))
    throw new DeliveryRefused(reason, attempt >= attemptsOnBadRequest ? null : pauseAfterBadRequestS, 'message')
  const pauseS = retryAfterS(retryAfter, nowMs)
  throw pauseS === undefined ? new Error(reason) : new DeliveryRefused(reason, pauseS)
}

/** Somebody has to change the settings first. */
const redirectPauseS = 300
