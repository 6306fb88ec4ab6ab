/** Computes how much is written, with whom and when, from the counts of the history. */
import type { Statistics } from '../contract/statistics.ts'
import { type Persons, personOrAddress } from '../domain/people/persons.ts'
import type { ShownCounts } from '../mac/history/shown-counts.ts'
import type { NamesOfContacts } from './known-names.ts'

export type Counted = Omit<Statistics, 'enabled' | 'relay'>

const mostContacts = 10

export function statisticsOf(
  counts: ShownCounts,
  known: { contacts: NamesOfContacts; persons: Pick<Persons, 'find'> },
): Counted {
  return {
    sent_total: counts.sent,
    received_total: counts.received,
    top_contacts: topContacts(counts.people, known),
    by_hour: counts.byHour,
    by_day: counts.byDay,
  }
}

/** The addresses of a person are one; two people of the same name are two. */
function topContacts(
  people: ShownCounts['people'],
  { contacts, persons }: Parameters<typeof statisticsOf>[1],
): Counted['top_contacts'] {
  const counts = Map.groupBy(people, ({ handle }) => personOrAddress(persons, handle))
  return [...counts.values()]
    .map((own) => ({ handle: own[0]?.handle ?? '', count: own.reduce((sum, { count }) => sum + count, 0) }))
    .toSorted((one, other) => other.count - one.count)
    .slice(0, mostContacts)
    .map(({ handle, count }) => ({ name: contacts.nameOf(handle) ?? handle, count }))
}
