/** Simulates for tests when messages come to a person in a year with weekdays, nights, talks, bad days and holidays. */

export interface Person {
  /** Talks that begin on an ordinary day; each has four messages on average. */
  talksADay: number
  /** Share of talks that is left on a day of a weekend. */
  weekend: number
  seed: number
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** How much is written in each hour of the day, relative to the others. */
const hours = [2, 1, 0, 0, 0, 0, 1, 4, 8, 9, 9, 9, 10, 9, 8, 8, 9, 11, 13, 13, 12, 10, 7, 4]
const wholeDay = hours.reduce((sum, each) => sum + each, 0)

/** Days of the year on which a person is away: little is written then. */
const isAway = (day: number): boolean => day % 182 >= 150 && day % 182 < 162
const awayShare = 0.25

/** Unix milliseconds, oldest first. */
export function arrivalsOf({ talksADay, weekend, seed }: Person, fromMs: number, days: number): number[] {
  const random = randomFrom(seed)
  const found: number[] = []
  for (let day = 0; day < days; day++) {
    const beginMs = fromMs + day * dayMs
    const weekday = new Date(beginMs).getDay()
    const share = (weekday === 0 || weekday === 6 ? weekend : 1) * (isAway(day) ? awayShare : 1)
    // Some days have twice as much as others, and some next to nothing.
    const mood = (exponential(random) + exponential(random) + exponential(random)) / 3
    for (const [hour, weight] of hours.entries()) {
      const talks = poisson(random, (talksADay * share * mood * weight) / wholeDay)
      for (let talk = 0; talk < talks; talk++) found.push(...talkAt(random, beginMs + (hour + random()) * hourMs))
    }
  }
  return found.sort((one, other) => one - other)
}

function talkAt(random: () => number, beginMs: number): number[] {
  const times = [beginMs]
  for (let at = beginMs; random() < 0.75; ) {
    at += exponential(random) * 120_000
    times.push(at)
  }
  return times
}

const exponential = (random: () => number): number => -Math.log(1 - random())

function poisson(random: () => number, mean: number): number {
  let count = 0
  for (let left = Math.exp(-mean), product = random(); product > left; product *= random()) count++
  return count
}

/** Numbers from zero to one that are the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
