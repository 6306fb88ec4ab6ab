/** Computes how much is written, with whom and when, from the counts of the history. */
import type { Statistics } from '../contract/statistics.ts'
import { nameKey } from '../domain/same-name.ts'
import type { ShownCounts } from '../mac/history/shown-counts.ts'
import type { NamesOfContacts } from './known-names.ts'

export type Counted = Omit<Statistics, 'enabled' | 'relay'>

const mostContacts = 10

export function statisticsOf(counts: ShownCounts, contacts: NamesOfContacts): Counted {
  return {
    sent_total: counts.sent,
    received_total: counts.received,
    top_contacts: topContacts(counts.people, contacts),
    by_hour: counts.byHour,
    by_day: counts.byDay,
  }
}

/** One person may have several addresses, so counts with the same name are added up. */
function topContacts(people: ShownCounts['people'], contacts: NamesOfContacts): Counted['top_contacts'] {
  const counts = new Map<string, { name: string; count: number }>()
  for (const { handle, count } of people) {
    const name = contacts.nameOf(handle) ?? handle
    const before = counts.get(nameKey(name))
    counts.set(nameKey(name), { name: before?.name ?? name, count: (before?.count ?? 0) + count })
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count).slice(0, mostContacts)
}
