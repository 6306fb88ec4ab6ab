/** How much is written, with whom and when, out of what the history has counted. */
import type { Statistics, StatisticsRange } from '../contract/statistics.ts'
import type { ShownCounts } from '../mac/history/shown-counts.ts'
import type { NamesOfContacts } from './known-names.ts'

export type Counted = Omit<Statistics, 'enabled'>

const dayMs = 86_400_000
const days: Record<Exclude<StatisticsRange, 'all'>, number> = { '30d': 30, '90d': 90, '365d': 365 }
const mostContacts = 10

/** Unix milliseconds; undefined where all messages are meant. */
export const beginningOf = (range: StatisticsRange, nowMs: number): number | undefined =>
  range === 'all' ? undefined : nowMs - days[range] * dayMs

export function statisticsOf(counts: ShownCounts, contacts: NamesOfContacts): Counted {
  return {
    sent_total: counts.sent,
    received_total: counts.received,
    top_contacts: topContacts(counts.people, contacts),
    by_hour: counts.byHour,
    by_day: counts.byDay,
  }
}

/** One person has several addresses: what has the same name is counted together. */
function topContacts(people: ShownCounts['people'], contacts: NamesOfContacts): Counted['top_contacts'] {
  const counts = new Map<string, number>()
  for (const { handle, count } of people) {
    const name = contacts.nameOf(handle) ?? handle
    counts.set(name, (counts.get(name) ?? 0) + count)
  }
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, mostContacts)
}
