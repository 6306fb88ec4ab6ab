/** How much is written, with whom and when, out of what the index counts. */
import type { Statistics } from '../contract/statistics.ts'
import { documentAt, secondOfDocument } from '../domain/search/match.ts'
import type { NamesOfContacts } from './known-names.ts'
import type { Directory, Questions } from './protocol.ts'

export type StatisticsRange = '30d' | '90d' | '365d' | 'all'
export type Counted = Omit<Statistics, 'enabled'>

const dayMs = 86_400_000
const days: Record<StatisticsRange, number> = { '30d': 30, '90d': 90, '365d': 365, all: Number.POSITIVE_INFINITY }
const mostContacts = 10
/** Every time zone begins its hours on one of these. */
const quarterMs = 15 * 60_000
const appleEpochMs = secondOfDocument(0) * 1000
const idsInQuarter = documentAt(appleEpochMs + quarterMs)

export const tallyQuestion = (range: StatisticsRange, nowMs: number): Questions['tally']['ask'] => ({
  from: documentAt(nowMs - days[range] * dayMs),
  idsInStretch: idsInQuarter,
})

interface Known {
  directory: Directory
  contacts: NamesOfContacts
}

export function statisticsOf(tally: Questions['tally']['answer'], known: Known): Counted {
  const byHour = Array.from({ length: 24 }, () => 0)
  const byDay = Array.from({ length: 7 }, () => 0)
  // What has no date lies in the first stretch.
  for (const { stretch, count } of tally.stretches.filter(({ stretch }) => stretch > 0)) {
    const moment = new Date(appleEpochMs + stretch * quarterMs)
    const [hour, day] = [moment.getHours(), (moment.getDay() + 6) % 7]
    byHour[hour] = (byHour[hour] ?? 0) + count
    byDay[day] = (byDay[day] ?? 0) + count
  }
  return {
    sent_total: tally.sent,
    received_total: tally.received,
    top_contacts: topContacts(tally.people, known),
    by_hour: byHour,
    by_day: byDay,
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
