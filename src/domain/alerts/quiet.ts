/**
 * Decides whether a Mac has gone quiet: whether messages that usually come at this time of the day do not come. It
 * learns from the dates of the last weeks alone.
 *
 * For each hour of a working day and of a weekend it knows in which share of the weeks that hour had a message. An
 * hour in which nothing comes is as surprising as that share is high (−ln of the chance of an empty hour), so that a
 * night adds nothing. After days with less than usual, such as holidays, the same silence is less surprising. A silence
 * is an alert when it is far more surprising than the most surprising one of all these weeks, so that a person who is
 * often away gets a longer patience than one who never is.
 */

/** The usual traffic of this Mac. */
export interface Usual {
  /** The surprise of an empty hour, by kind of day and hour. */
  surprise: readonly number[]
  /** The share of hours with a message, by kind of day and hour. */
  share: readonly number[]
  /** The surprise of the most surprising silence of the last weeks. */
  longest: number
}

export interface Silence {
  /** Unix milliseconds when the newest message came, or when the Mac woke up after that. */
  fromMs: number
  nowMs: number
  /** The times of messages on earlier days, in Unix milliseconds. */
  beforeMs: readonly number[]
  /** Whether Messages is known not to run, or to have no account. */
  isMessagesAway: boolean
}

const hourMs = 3_600_000
export const learntMs = 8 * 7 * 24 * hourMs
/** The days before a silence that tell whether less comes than usual. */
export const daysBeforeMs = 3 * 24 * hourMs
/** A silence begins to be surprising only after this. */
export const shortestMs = 3 * hourMs

/** The least history from which something usual can be learned. */
const leastLearntMs = 3 * 7 * 24 * hourMs
const leastArrivals = 60
const hoursOfADay = 24
const kindsOfDay = 2

/** The factor by which a silence has to exceed the most surprising one of the last weeks. */
const factor = 2.5
const leastSurprise = 14
/** If Messages does not run, that explains a silence that would otherwise be surprising. */
const factorWhileAway = 1
const leastSurpriseWhileAway = 6

/** `arrivalsMs` in any order; those before the last eight weeks are left out. Undefined where there is too little. */
export function learnUsual(arrivalsMs: readonly number[], nowMs: number): Usual | undefined {
  const times = arrivalsMs.filter((ms) => ms <= nowMs && ms > nowMs - learntMs).sort((one, other) => one - other)
  const [first] = times
  if (first === undefined || times.length < leastArrivals || nowMs - first < leastLearntMs) return undefined
  const usual = { ...sharesOf(times, first, nowMs), longest: 0 }
  for (const [at, ms] of times.entries()) {
    const before = times[at - 1] ?? ms
    // Most messages follow another within minutes, and a silence that short is none.
    if (ms - before < shortestMs || before - first < daysBeforeMs) continue
    const beforeMs = times.slice(0, at)
    usual.longest = Math.max(usual.longest, surpriseOf(usual, { fromMs: before, nowMs: ms, beforeMs }))
  }
  return usual
}

/** `suspicious`: Messages should be asked how it is. */
export function judgeSilence(usual: Usual, silence: Silence): 'usual' | 'suspicious' | 'quiet' {
  if (silence.nowMs - silence.fromMs < shortestMs) return 'usual'
  const now = surpriseOf(usual, silence)
  if (now >= Math.max(leastSurprise, factor * usual.longest)) return 'quiet'
  if (now < Math.max(leastSurpriseWhileAway, factorWhileAway * usual.longest)) return 'usual'
  return silence.isMessagesAway ? 'quiet' : 'suspicious'
}

function sharesOf(times: readonly number[], firstMs: number, nowMs: number): Pick<Usual, 'surprise' | 'share'> {
  const hours = new Array<number>(kindsOfDay * hoursOfADay).fill(0)
  const busy = new Array<number>(kindsOfDay * hoursOfADay).fill(0)
  const begin = hourOf(firstMs)
  for (let at = begin + hourMs; at + hourMs <= nowMs; at += hourMs) hours[placeOf(at)] = (hours[placeOf(at)] ?? 0) + 1
  for (const at of new Set(times.map(hourOf)))
    if (at > begin && at + hourMs <= nowMs) busy[placeOf(at)] = (busy[placeOf(at)] ?? 0) + 1
  // The two extra hours without a message keep a share that was always one from being a certainty.
  const share = hours.map((count, place) => (busy[place] ?? 0) / (count + 2))
  return { share, surprise: share.map((each) => -Math.log(1 - each)) }
}

type Span = Pick<Silence, 'fromMs' | 'nowMs' | 'beforeMs'>

/** Adds up the surprise of each hour, and of the parts of the first and the last, as much as the days before allow. */
function surpriseOf(usual: Usual, { fromMs, nowMs, beforeMs }: Span): number {
  let sum = 0
  for (let at = fromMs; at < nowMs; ) {
    const end = Math.min(hourOf(at) + hourMs, nowMs)
    sum += (usual.surprise[placeOf(at)] ?? 0) * ((end - at) / hourMs)
    at = end
  }
  return sum * livelinessOf(usual, fromMs, beforeMs)
}

/** Returns the share of the usual traffic that the days before had, at most one. */
function livelinessOf({ share }: Usual, toMs: number, beforeMs: readonly number[]): number {
  const from = hourOf(toMs) - daysBeforeMs
  let expected = 0
  for (let at = from; at < toMs; at += hourMs) expected += share[placeOf(at)] ?? 0
  const busy = new Set<number>()
  for (let at = beforeMs.length - 1; at >= 0; at--) {
    const ms = beforeMs[at] ?? 0
    if (ms < from) break
    if (ms <= toMs) busy.add(hourOf(ms))
  }
  return Math.min(1, busy.size / Math.max(1, expected))
}

const hourOf = (ms: number): number => Math.floor(ms / hourMs) * hourMs

function placeOf(ms: number): number {
  const at = new Date(ms)
  const isWeekend = at.getDay() === 0 || at.getDay() === 6
  return (isWeekend ? hoursOfADay : 0) + at.getHours()
}
