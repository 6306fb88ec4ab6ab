/** Declares the overview: what is relayed today, where to, and what fails. */
import { type Static, Type } from '@sinclair/typebox'
import { Nullable, OneOf, Timestamp } from './fields.ts'
import { BlockedSender } from './whitelist.ts'

const Count = (description?: string) => Type.Integer({ minimum: 0, ...(description !== undefined && { description }) })

const destinationStates = ['ok', 'failing', 'paused', 'off', 'stopped', 'waiting'] as const
export type DestinationState = (typeof destinationStates)[number]

/** Outcomes of messages that came in; everything else was written here, or is no message. */
export const receivedOutcomes: readonly string[] = ['relayed', 'out_of_scope', 'junk', 'unsent']

export const filterReasons = ['out_of_scope', 'junk', 'filter', 'skipped'] as const
export type FilterReason = (typeof filterReasons)[number]

export const Latency = Type.Object({ p50: Count(), p95: Count() })
export const Filtered = Type.Object({ reason: OneOf(filterReasons), count: Count() })

export const Destination = Type.Object({
  name: Type.String(),
  display_name: Type.String(),
  state: OneOf(
    destinationStates,
    '`failing`: the newest delivery failed, or one is being retried. `stopped`: the plugin does not run though it is on. `waiting`: it starts, or waits for the relay, your approval or the disk.',
  ),
  delivered_today: Count(),
  failed_today: Count('Deliveries that failed for good today.'),
  queued: Count('Deliveries that were not tried yet.'),
  retrying: Count('Deliveries of which an attempt failed and that are tried again.'),
  last_delivered_at: Nullable(Timestamp()),
  failing_since: Nullable(Timestamp(), 'The first of the failures that no success has made up for.'),
  next_attempt_at: Nullable(Timestamp()),
  last_error: Nullable(Type.String(), 'Of the newest failure that no success has made up for.'),
  latency_ms: Nullable(
    Latency,
    'From the relay’s acceptance of a message to the plugin’s acknowledgement, over the last 24 hours.',
  ),
  hours: Type.Array(Type.Object({ start: Timestamp(), delivered: Count(), failed: Count() }), {
    minItems: 24,
    maxItems: 24,
    description: 'The last 24 hours, oldest first; the last is the current hour.',
  }),
})
export type Destination = Static<typeof Destination>

export const Overview = Type.Object({
  day_started_at: Timestamp('Midnight on the Mac: where “today” begins.'),
  people: Count('People on the whitelist.'),
  groups: Count('Groups on the whitelist.'),
  everyone: Type.Boolean({ description: 'Whether everyone is relayed.' }),
  scope: OneOf(['whitelist', 'contacts', 'everyone'], 'The setting `relay.scope`.'),
  received_today: Count('Messages that came in today, relayed or not.'),
  delivered_today: Count('Deliveries today, over all plugins.'),
  last_delivered_at: Nullable(Timestamp()),
  plugins: Type.Array(Destination, { description: 'Plugins that receive messages; those that fail come first.' }),
  filtered: Type.Array(Filtered, {
    description:
      'What was not delivered today: `out_of_scope` and `junk` count messages, `filter` and `skipped` (by hand) count deliveries.',
  }),
  held_back: Type.Array(BlockedSender, { description: 'The newest 5 of `GET /api/v1/whitelist/blocked`.' }),
})
export type Overview = Static<typeof Overview>
