// Decides when people write: in bursts, seldom at night, over months or years up to now.

import { chance, type Random, wholeNumber } from '../random.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const longestBurst = 14
const messagesPerBurst = (1 + longestBurst) / 2
const withinBurstS = { least: 3, most: 150 }

/** Half a year to six years, at about thirty messages a day. */
const spanMs = (messages: number): number => Math.min(Math.max(messages / 30, 180), 6 * 365) * dayMs

export interface Moment {
  atMs: number
  /** Whether a new conversation begins here. */
  startsBurst: boolean
}

const night = (atMs: number): boolean => new Date(atMs).getUTCHours() < 6

const meanWithinMs = ((withinBurstS.least + withinBurstS.most) / 2) * 1000
/** The largest part of the waking hours that bursts take. */
const mostWithinBursts = 0.6

const awakeMs = (leftMs: number): number => leftMs * (18 / 24)

/**
 * Returns the part of the usual pauses within bursts that people leave, so that the longest histories fit into their
 * years. Otherwise most of their messages would crowd into the last hours.
 */
const paceOf = (messages: number): number =>
  Math.min(1, (awakeMs(spanMs(messages)) * mostWithinBursts) / (messages * meanWithinMs))

/** Returns how much of the remaining time is neither night nor within bursts. */
function idleMs(leftMs: number, messages: number, pace: number): number {
  return Math.max(awakeMs(leftMs) - messages * (1 - 1 / messagesPerBurst) * meanWithinMs * pace, 0)
}

/** Returns exponential gaps, so that some days are silent and others are not. */
const gapMs = (random: Random, meanMs: number): number => -Math.log(1 - random()) * meanMs

/** Yields ever later moments, the last of them shortly before `nowMs`. */
export function* timeline(random: Random, messages: number, nowMs: number): Generator<Moment> {
  const pace = paceOf(messages)
  let atMs = nowMs - spanMs(messages)
  let leftInBurst = 0
  for (let left = messages; left > 0; left--) {
    const startsBurst = leftInBurst <= 0
    if (startsBurst) {
      leftInBurst = wholeNumber(random, 1, longestBurst)
      const meanMs = idleMs(nowMs - atMs, left, pace) * (messagesPerBurst / left)
      atMs += gapMs(random, Math.max(meanMs, (minuteMs / 10) * pace))
      if (night(atMs) && chance(random, 0.85)) atMs += 6 * hourMs
    } else atMs += wholeNumber(random, withinBurstS.least, withinBurstS.most) * 1000 * pace
    leftInBurst--
    // Limits the time, so that nothing is written in the future or before an earlier message.
    const latestMs = nowMs - left * 5
    if (atMs > latestMs) atMs = latestMs
    yield { atMs: Math.floor(atMs), startsBurst }
  }
}
