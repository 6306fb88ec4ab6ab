/** Answers for a hub what was relayed, from the journal of its relay, and how much is written, from PostgreSQL. */
import type { Action, ActionRequest } from '../../actions/action.ts'
import { noRelayStatistics, relayStatistics } from '../../actions/relay-statistics.ts'
import type { Services } from '../../actions/services.ts'
import { isCounting, noStatistics } from '../../actions/statistics.ts'
import type { RelayStatistics, StatisticsRange } from '../../contract/statistics.ts'
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
      // What is relayed is that of all lines and people, as the list of deliveries.
      relay: request.caller.grant === null ? await relayed(range, services, sql) : noRelayStatistics,
    }
  }

/** The conversations of the journal have their line before them; a person is the same on all lines. */
async function relayed(range: StatisticsRange, services: Services, sql: Sql): Promise<RelayStatistics> {
  const { journal } = services
  const trafficSince: typeof journal.trafficSince = (fromMs) => {
    const { conversations, ...traffic } = journal.trafficSince(fromMs)
    return {
      ...traffic,
      conversations: conversations.map((one) => ({ ...one, conversation: onMac(one.conversation) })),
    }
  }
  const keys = trafficSince(0).conversations.map(({ conversation }) => conversation)
  const names = await namesOfHandles(
    sql,
    keys.flatMap((key) => (key.startsWith(person) ? key.slice(person.length) : [])),
    everyMessage,
  )
  const groups = new Map<string, Awaited<ReturnType<typeof findConversation>>>()
  for (const key of keys.filter((one) => one.startsWith(group))) {
    const guid = key.slice(group.length)
    groups.set(guid, await findConversation(sql, guid))
  }
  return relayStatistics(range, {
    nowMs: services.nowMs,
    persons: services.persons,
    journal: { ...journal, trafficSince },
    contacts: Object.assign(Object.create(services.contacts), { nameOf: (handle: string) => names.get(handle) }),
    history: Object.assign(Object.create(services.history), { conversation: (guid: string) => groups.get(guid) }),
  })
}

const [person, group] = ['dm:', 'group:']

function onMac(key: string): string {
  const [, line, kind, name] = /^(\d+)~(dm:|group:)(.*)$/s.exec(key) ?? []
  if (line === undefined || kind === undefined || name === undefined) return key
  return kind === person ? `${person}${name}` : `${group}${hubGuid(Number(line), `any;+;${name}`)}`
}
