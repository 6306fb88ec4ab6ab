import { expect, test } from 'vitest'
import { judgeSilence, learntMs, learnUsual, shortestMs, type Usual } from './quiet.ts'
import { arrivalsOf, type Person } from './test-traffic.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const beginMs = Date.UTC(2025, 0, 6)
const weeksBefore = learntMs / dayMs

const people: Record<string, Person> = {
  'a person with many messages': { talksADay: 20, weekend: 1, seed: 1 },
  'a person with some messages': { talksADay: 5, weekend: 0.7, seed: 2 },
  'a person with few messages': { talksADay: 1, weekend: 0.6, seed: 3 },
  'an office that is empty on weekends': { talksADay: 15, weekend: 0.02, seed: 4 },
}

/** Follows the arrivals hour by hour, and returns the silences that were taken for a quiet Mac. */
function alarmsIn(arrivals: readonly number[], fromMs: number, days: number): number[] {
  const alarms: number[] = []
  let usual: Usual | undefined
  let next = 0
  let newestMs = 0
  for (let hour = 0; hour < days * 24; hour++) {
    const nowMs = fromMs + hour * hourMs
    while ((arrivals[next] ?? Number.POSITIVE_INFINITY) <= nowMs) newestMs = arrivals[next++] ?? newestMs
    if (hour % (24 * 7) === 0) {
      const since = arrivals.findIndex((ms) => ms > nowMs - learntMs)
      usual = learnUsual(arrivals.slice(since, next), nowMs)
    }
    if (usual === undefined || nowMs - newestMs < shortestMs) continue
    const beforeMs = arrivals.slice(0, next)
    const isQuiet = judgeSilence(usual, { fromMs: newestMs, nowMs, beforeMs, isMessagesAway: false }) === 'quiet'
    if (isQuiet && alarms.at(-1) !== newestMs) alarms.push(newestMs)
  }
  return alarms
}

test.each(Object.entries(people))('in two years of %s there is at most one false alarm', (_who, person) => {
  const days = 730
  const arrivals = arrivalsOf(person, beginMs, weeksBefore + days)
  const alarms = alarmsIn(arrivals, beginMs + learntMs, days)
  expect(alarms.length).toBeLessThanOrEqual(1)
})

/** The hours after which a Mac that has gone deaf is noticed. */
function noticedAfterHours(person: Person, { deafMs, isMessagesAway }: { deafMs: number; isMessagesAway: boolean }) {
  const heard = arrivalsOf(person, beginMs, weeksBefore + 40).filter((ms) => ms < deafMs)
  const usual = learnUsual(heard, deafMs)
  const fromMs = heard.at(-1) ?? 0
  for (let hours = 0; hours < 24 * 14; hours++) {
    const nowMs = deafMs + hours * hourMs
    if (usual && judgeSilence(usual, { fromMs, nowMs, beforeMs: heard, isMessagesAway }) === 'quiet') return hours
  }
  return Number.POSITIVE_INFINITY
}

test.each([
  ['a person with many messages', 72, 24],
  ['a person with some messages', 168, 72],
])(
  'a Mac of %s that receives nothing from one morning on is noticed, and sooner if Messages does not run',
  (who, most, mostAway) => {
    const person = people[who] as Person
    const deafMs = beginMs + (weeksBefore + 29) * dayMs + 10 * hourMs
    const noticed = noticedAfterHours(person, { deafMs, isMessagesAway: false })
    const noticedAway = noticedAfterHours(person, { deafMs, isMessagesAway: true })
    expect(noticed).toBeLessThanOrEqual(most)
    expect(noticedAway).toBeLessThanOrEqual(Math.min(mostAway, noticed))
  },
)

test('a night does not lengthen a silence', () => {
  const arrivals = arrivalsOf(people['a person with many messages'] as Person, beginMs, weeksBefore)
  const usual = learnUsual(arrivals, beginMs + learntMs)
  const night = new Date(beginMs + learntMs)
  night.setHours(1, 30)
  const [fromMs, nowMs] = [night.getTime(), night.getTime() + 4 * hourMs]
  expect(usual && judgeSilence(usual, { fromMs, nowMs, beforeMs: arrivals, isMessagesAway: true })).toBe('usual')
})

test('nothing is unusual in the first weeks, or on a Mac to which hardly anybody writes', () => {
  const many = arrivalsOf(people['a person with many messages'] as Person, beginMs, 14)
  expect(learnUsual(many, beginMs + 14 * dayMs)).toBeUndefined()
  const lonely = arrivalsOf({ talksADay: 0.05, weekend: 1, seed: 5 }, beginMs, weeksBefore)
  expect(learnUsual(lonely, beginMs + learntMs)).toBeUndefined()
})
