/** Implements GET /api/v1/overview. */
import { timestamp } from '../base/timestamp.ts'
import { type Destination, type DestinationState, filterReasons, receivedOutcomes } from '../contract/overview.ts'
import type { PluginRecord } from '../contract/plugin.ts'
import { destinationState } from '../domain/relay-headline.ts'
import { unlessFailed } from '../domain/service-error.ts'
import { noTraffic, type PluginTraffic, trafficClock } from '../store/journal/plugin-traffic.ts'
import type { Action } from './action.ts'
import { heldBackSenders } from './list-blocked.ts'
import { pluginRecords } from './plugin-records.ts'
import { personCount } from './whitelist-entries.ts'

/** The number of held-back people whom it names. */
const named = 5

export const overview: Action<'overview'> = (_input, services) => {
  const { journal, settings } = services
  const clock = trafficClock(services.nowMs())
  const { relay, whitelist } = settings.current()
  const traffic = journal.traffic(clock)
  const plugins = pluginRecords(services)
    .filter(({ tier, enabled }) => tier !== 'core' && (tier !== null || enabled))
    .map((plugin) => destinationOf(plugin, traffic.get(plugin.name) ?? noTraffic(clock)))
  const came = journal.receivedToday(clock.dayStartMs)
  const dropped = journal.droppedToday(clock.dayStartMs)
  return {
    day_started_at: timestamp(clock.dayStartMs),
    people: personCount(whitelist.handles, services),
    groups: whitelist.groups.length,
    everyone: relay.scope === 'everyone',
    scope: relay.scope,
    received_today: receivedOutcomes.reduce((sum, outcome) => sum + (came.get(outcome) ?? 0), 0),
    delivered_today: plugins.reduce((sum, { delivered_today: count }) => sum + count, 0),
    last_delivered_at: plugins.map(({ last_delivered_at: at }) => at).reduce(newest, null),
    plugins: plugins.toSorted(
      (one, other) =>
        urgency(one.state) - urgency(other.state) ||
        other.delivered_today - one.delivered_today ||
        one.name.localeCompare(other.name),
    ),
    filtered: filterReasons.flatMap((reason) => {
      const count = came.get(reason) ?? dropped.get(reason) ?? 0
      return count === 0 ? [] : [{ reason, count }]
    }),
    // The rest is our own records, and shown also while Messages cannot be read.
    held_back: unlessFailed(() => heldBackSenders(named, services)) ?? [],
  }
}

const destinationOf = (plugin: PluginRecord, traffic: PluginTraffic): Destination => ({
  name: plugin.name,
  display_name: plugin.display_name,
  state: destinationState({ ...plugin, isFailing: traffic.failingSinceMs !== null }),
  delivered_today: traffic.deliveredToday,
  failed_today: traffic.failedToday,
  queued: traffic.queued,
  retrying: traffic.retrying,
  last_delivered_at: timestamp(traffic.lastDeliveredAtMs),
  failing_since: timestamp(traffic.failingSinceMs),
  next_attempt_at: plugin.next_attempt_at ?? timestamp(traffic.nextAttemptAtMs),
  last_error: plugin.last_error,
  latency_ms: traffic.latencyMs,
  hours: traffic.hours.map(({ startMs, delivered, failed }) => ({ start: timestamp(startMs), delivered, failed })),
})

const order: readonly DestinationState[] = ['stopped', 'failing', 'waiting', 'paused', 'ok', 'off']
const urgency = (state: DestinationState): number => order.indexOf(state)

const newest = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && other > one) ? other : one
