/** Counts for a hub what was relayed, from the journal of its relay, and how much is written, from PostgreSQL. */
import type { Action, ActionRequest } from '../../actions/action.ts'
import { mostPeople, noRelayStatistics, relayStatistics } from '../../actions/relay-statistics.ts'
import type { Services } from '../../actions/services.ts'
import { isCounting, noStatistics } from '../../actions/statistics.ts'
import type { RelayStatistics, StatisticsRange } from '../../contract/statistics.ts'
import { beginningOf } from '../../domain/statistics-window.ts'
import type { Sql } from '../store/database.ts'
import { findConversation } from '../store/history.ts'
import { hubGuid } from '../store/ids.ts'
import { namesOfHandles } from '../store/tally.ts'
import { everyMessage } from '../store/view.ts'
import type { HubHistory } from './hub-history.ts'

export const statisticsOf =
  (sql: Sql, historyOf: (request: ActionRequest) => HubHistory): Action<'statistics'> =>
  async ({ range = 'all', line }, services, request) => {
    if (!isCounting(services)) return noStatistics
    return {
      enabled: true,
      ...(await historyOf(request).written(range, line)),
      // Relayed messages are counted over all lines and people, as in the list of deliveries.
      relay: request.caller.grant === null ? await relayed(range, services, sql) : noRelayStatistics,
    }
  }

/**
 * Counts what was relayed. Conversations of the journal begin with their line, which is removed here: a person is the
 * same on all lines.
 */
async function relayed(range: StatisticsRange, services: Services, sql: Sql): Promise<RelayStatistics> {
  const nowMs = services.nowMs()
  const { conversations, ...others } = services.journal.trafficSince(beginningOf(range, nowMs) ?? 0)
  const traffic = {
    ...others,
    conversations: conversations.map((one) => ({ ...one, conversation: onMac(one.conversation) })),
  }
  const people = traffic.conversations.flatMap(({ conversation: key }) =>
    key.startsWith(person) ? key.slice(person.length) : [],
  )
  // No other conversation can be among those that are named.
  const largest = traffic.conversations
    .filter(({ conversation: key }) => key.startsWith(group))
    .toSorted((one, other) => other.count - one.count)
    .slice(0, mostPeople)
    .map(({ conversation: key }) => key.slice(group.length))
  const [names, groups] = await Promise.all([
    namesOfHandles(sql, people, everyMessage),
    Promise.all(largest.map(async (guid) => [guid, await findConversation(sql, guid)] as const)),
  ])
  const groupOf = new Map(groups)
  return relayStatistics(range, {
    nowMs: () => nowMs,
    persons: services.persons,
    journal: { ...services.journal, trafficSince: () => traffic },
    contacts: Object.assign(Object.create(services.contacts), { nameOf: (handle: string) => names.get(handle) }),
    history: Object.assign(Object.create(services.history), { conversation: (guid: string) => groupOf.get(guid) }),
  })
}

const [person, group] = ['dm:', 'group:']

function onMac(key: string): string {
  const [, line, kind, name] = /^(\d+)~(dm:|group:)(.*)$/s.exec(key) ?? []
  if (line === undefined || kind === undefined || name === undefined) return key
  return kind === person ? `${person}${name}` : `${group}${hubGuid(Number(line), `any;+;${name}`)}`
}
