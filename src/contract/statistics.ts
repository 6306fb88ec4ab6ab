/** Declares statistics: what is relayed, and how much is written, with whom and when. */
import { type Static, Type } from '@sinclair/typebox'
import { Nullable, OneOf, Timestamp } from './fields.ts'
import { Filtered, Latency } from './overview.ts'

export const StatisticsRange = OneOf(
  ['24h', '7d', '30d', '90d', '365d', 'all'],
  'Whole hours or days of the Mac’s time zone, the current one included.',
)
export type StatisticsRange = Static<typeof StatisticsRange>

const Count = (description?: string) => Type.Integer({ minimum: 0, ...(description !== undefined && { description }) })

const deliveries = {
  delivered: Count('Deliveries, one for each plugin.'),
  failed: Count('Deliveries that failed for good.'),
}

const RelayStep = Type.Object({
  start: Timestamp(),
  received: Count(),
  relayed: Count(),
  ...deliveries,
  filtered: Count(),
})
export type RelayStep = Static<typeof RelayStep>

const RelayStatistics = Type.Object({
  since: Nullable(Timestamp(), 'Where the range begins; null for `all`.'),
  counted_since: Nullable(
    Timestamp(),
    'When counting began: at most 400 days ago, and not before the service kept traffic. Null while nothing was counted.',
  ),
  received: Count('Messages that came in, relayed or not.'),
  relayed: Count('Messages that were handed to plugins.'),
  ...deliveries,
  filtered: Type.Array(Filtered, {
    description: '`out_of_scope` and `junk` count messages, `filter` and `skipped` (by hand) count deliveries.',
  }),
  latency_ms: Nullable(Latency, 'From the relay’s acceptance of a message to the plugin’s acknowledgement.'),
  plugins: Type.Array(
    Type.Object({
      name: Type.String(),
      display_name: Type.String(),
      ...deliveries,
      filtered: Count('Deliveries that a filter dropped or that were skipped by hand.'),
      latency_ms: Nullable(Latency),
    }),
    { description: 'Plugins with deliveries in the range, those with most first.' },
  ),
  people: Type.Array(Type.Object({ name: Type.String(), count: Type.Integer() }), {
    description: 'The people and groups of whom most messages were relayed.',
  }),
  step: OneOf(['hour', 'day']),
  steps: Type.Array(RelayStep, { description: 'Oldest first; the last is the current hour or day.' }),
})
export type RelayStatistics = Static<typeof RelayStatistics>

export const Statistics = Type.Object({
  enabled: Type.Boolean({ description: 'Whether the Stats plugin is enabled; without it everything is zero.' }),
  sent_total: Type.Integer(),
  received_total: Type.Integer(),
  top_contacts: Type.Array(Type.Object({ name: Type.String(), count: Type.Integer() })),
  by_hour: Type.Array(Type.Integer(), { minItems: 24, maxItems: 24, description: 'Local time, from midnight.' }),
  by_day: Type.Array(Type.Integer(), { minItems: 7, maxItems: 7, description: 'Local time, Monday first.' }),
  relay: RelayStatistics,
})
export type Statistics = Static<typeof Statistics>
