/** How much is written, with whom and when, out of what the index has counted. */
import type { Statistics, StatisticsRange } from '../contract/statistics.ts'
import { documentAt } from '../domain/search/match.ts'
import type { NamesOfContacts } from './known-names.ts'
import type { Directory, Questions } from './protocol.ts'

export type Counted = Omit<Statistics, 'enabled'>

const dayMs = 86_400_000
const days: Record<StatisticsRange, number> = { '30d': 30, '90d': 90, '365d': 365, all: Number.POSITIVE_INFINITY }
const mostContacts = 10

export const tallyQuestion = (range: StatisticsRange, nowMs: number): Questions['tally']['ask'] => ({
  from: documentAt(nowMs - days[range] * dayMs),
})

interface Known {
  directory: Directory
  contacts: NamesOfContacts
}

export function statisticsOf(tally: Questions['tally']['answer'], known: Known): Counted {
  return {
    sent_total: tally.sent,
    received_total: tally.received,
    top_contacts: topContacts(tally.people, known),
    by_hour: tally.byHour,
    by_day: tally.byDay,
  }
}

/** One person has several addresses: what has the same name is counted together. */
function topContacts(people: Questions['tally']['answer']['people'], { directory, contacts }: Known) {
  const handles = new Map(directory.parties.map(({ number, key }) => [number, key]))
  const counts = new Map<string, number>()
  for (const { number, count } of people) {
    const handle = handles.get(number) ?? ''
    const name = contacts.nameOf(handle) ?? handle
    counts.set(name, (counts.get(name) ?? 0) + count)
  }
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, mostContacts)
}
