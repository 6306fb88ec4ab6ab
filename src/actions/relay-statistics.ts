/** Counts what was relayed over hours and days, by plugin and by person, from the traffic that the journal keeps. */
import { timestamp } from '../base/timestamp.ts'
import { filterReasons, receivedOutcomes } from '../contract/overview.ts'
import type { RelayStatistics, RelayStep, StatisticsRange } from '../contract/statistics.ts'
import { personOrAddress } from '../domain/people/persons.ts'
import { beginningOf, stepsOf } from '../domain/statistics-window.ts'
import type { DeliveryOutcome, TrafficHistory } from '../store/journal/traffic-history.ts'
import type { Services } from './services.ts'
import { shownGroup } from './whitelist-entries.ts'

type StatisticsServices = Pick<Services, 'journal' | 'nowMs' | 'persons' | 'contacts' | 'history'>

/** People and groups that are told of, those with most messages. */
export const mostPeople = 10

export const noRelayStatistics: RelayStatistics = {
  since: null,
  counted_since: null,
  received: 0,
  relayed: 0,
  delivered: 0,
  failed: 0,
  filtered: [],
  latency_ms: null,
  plugins: [],
  people: [],
  step: 'day',
  steps: [],
}

export function relayStatistics(range: StatisticsRange, services: StatisticsServices): RelayStatistics {
  const nowMs = services.nowMs()
  const sinceMs = beginningOf(range, nowMs)
  const traffic = services.journal.trafficSince(sinceMs ?? 0)
  const { messages, deliveries, countedSinceMs } = traffic
  const messagesOf = (...outcomes: readonly string[]) => sumOf(messages.filter((one) => outcomes.includes(one.outcome)))
  const deliveriesOf = (outcome: string) => sumOf(deliveries.filter((one) => one.outcome === outcome))
  return {
    since: timestamp(sinceMs ?? null),
    counted_since: timestamp(countedSinceMs),
    received: messagesOf(...receivedOutcomes),
    relayed: messagesOf('relayed'),
    delivered: deliveriesOf('delivered'),
    failed: deliveriesOf('failed'),
    filtered: filterReasons.flatMap((reason) => {
      const count = messagesOf(reason) + deliveriesOf(reason)
      return count === 0 ? [] : [{ reason, count }]
    }),
    latency_ms: traffic.latencyOfAll,
    plugins: byPlugin(traffic, services),
    people: byPerson(traffic, services),
    step: range === '24h' ? 'hour' : 'day',
    steps: stepsIn(traffic, stepsOf(range, nowMs, countedSinceMs ?? nowMs)),
  }
}

function stepsIn({ messages, deliveries }: TrafficHistory, starts: readonly number[]): RelayStep[] {
  const steps = starts.map((startMs) => ({
    start: timestamp(startMs),
    received: 0,
    relayed: 0,
    delivered: 0,
    failed: 0,
    filtered: 0,
  }))
  const at = placeIn(starts)
  for (const { startMs, outcome, count } of messages) {
    const step = steps[at(startMs)]
    if (step === undefined) continue
    if (receivedOutcomes.includes(outcome)) step.received += count
    if (outcome === 'relayed') step.relayed += count
    if (filterReasons.some((reason) => reason === outcome)) step.filtered += count
  }
  for (const { startMs, outcome, count } of deliveries) {
    const step = steps[at(startMs)]
    if (step !== undefined) step[columnOf(outcome)] += count
  }
  return steps
}

/** Finds the step that a time lies in. The times come in order, and what a wrong clock dated into the future is of now. */
function placeIn(starts: readonly number[]): (ms: number) => number {
  let place = 0
  return (ms) => {
    if (ms < (starts[place] ?? 0)) place = 0
    while (place + 1 < starts.length && ms >= (starts[place + 1] ?? 0)) place++
    return place
  }
}

const columnOf = (outcome: DeliveryOutcome): 'delivered' | 'failed' | 'filtered' =>
  outcome === 'delivered' || outcome === 'failed' ? outcome : 'filtered'

function byPlugin(
  { deliveries, latency }: TrafficHistory,
  { journal }: StatisticsServices,
): RelayStatistics['plugins'] {
  const titles = new Map(journal.integrations().map(({ name, manifest }) => [name, manifest.display_name]))
  const plugins = [...Map.groupBy(deliveries, ({ plugin }) => plugin)].map(([name, own]) => {
    const count = (column: ReturnType<typeof columnOf>) =>
      sumOf(own.filter(({ outcome }) => columnOf(outcome) === column))
    const title = titles.get(name)
    return {
      name,
      display_name: typeof title === 'string' ? title : name,
      delivered: count('delivered'),
      failed: count('failed'),
      filtered: count('filtered'),
      latency_ms: latency.get(name) ?? null,
    }
  })
  return plugins
    .filter(({ delivered, failed, filtered }) => delivered + failed + filtered > 0)
    .toSorted((one, other) => other.delivered - one.delivered || one.name.localeCompare(other.name))
}

/** The addresses of a person are one, also those under which messages came before they were. */
function byPerson({ conversations }: TrafficHistory, services: StatisticsServices): RelayStatistics['people'] {
  const persons = services.persons.now()
  const counts = Map.groupBy(conversations, ({ conversation }) => {
    const handle = handleIn(conversation)
    return handle === undefined ? conversation : personOrAddress(persons, handle)
  })
  return [...counts.values()]
    .map((own) => ({ conversation: own[0]?.conversation ?? '', count: sumOf(own) }))
    .toSorted((one, other) => other.count - one.count)
    .slice(0, mostPeople)
    .map(({ conversation, count }) => ({ name: nameOf(conversation, services), count }))
}

function nameOf(conversation: string, services: StatisticsServices): string {
  const handle = handleIn(conversation)
  if (handle !== undefined) return services.contacts.nameOf(handle) ?? handle
  return shownGroup(conversation.replace(/^group:/, ''), services).display_name
}

const handleIn = (conversation: string): string | undefined => /^dm:(.*)$/s.exec(conversation)?.[1]

const sumOf = (counts: readonly { count: number }[]): number => counts.reduce((sum, { count }) => sum + count, 0)
