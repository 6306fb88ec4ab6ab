/** Declares a plugin as the API lists it. */
import { type Static, Type } from '@sinclair/typebox'
import { Nullable, OneOf, Timestamp } from './fields.ts'
import { PluginPage } from './plugin-page.ts'

export const tiers = ['notify', 'official', 'core'] as const
export type Tier = (typeof tiers)[number]
export const pluginStatuses = ['off', 'starting', 'running', 'failed', 'waiting', 'invalid'] as const
export type PluginStatus = (typeof pluginStatuses)[number]

/** What a plugin with the status `waiting` may wait for. */
export const pluginWaits = ['relay', 'receiver', 'restart', 'approval', 'disk'] as const
export type PluginWait = (typeof pluginWaits)[number]

const isolationLayers = ['process', 'permissions', 'os_sandbox', 'egress'] as const

const NetworkPlace = Type.Object({ host: Type.String(), port: Type.Integer(), reason: Type.String() })
const IsolationLayer = Type.Object({
  layer: OneOf(isolationLayers),
  held: Type.Boolean(),
  reason: Nullable(Type.String(), 'Why it is missing on this machine.'),
})
export type IsolationLayer = Static<typeof IsolationLayer>

export const PluginRecord = Type.Object({
  name: Type.String({ description: 'Stable snake_case key.' }),
  display_name: Type.String(),
  description: Type.String(),
  enabled: Type.Boolean(),
  tier: Nullable(OneOf(tiers), 'Null for files that say no valid tier; such a plugin is `invalid`.'),
  settings_schema: Type.Record(Type.String(), Type.Unknown(), { description: 'JSON Schema of its settings.' }),
  status: OneOf(
    pluginStatuses,
    'An `invalid` plugin does not fulfil the contract, as `last_error` says, and cannot be enabled.',
  ),
  waiting_for: Nullable(
    OneOf(pluginWaits),
    'What it waits for while its status is `waiting`: the relay to run, its receiver to take a message, its own restart, your approval, or room on the disk.',
  ),
  next_attempt_at: Nullable(Timestamp(), 'When the next delivery is tried, while it waits for its receiver.'),
  last_error: Nullable(Type.String(), 'Of the newest failure that no success has made up for.'),
  version: Nullable(Type.String()),
  is_installed: Type.Boolean({ description: 'By `service plugins install`, which takes it away again, too.' }),
  pending: Type.Integer({ minimum: 0, description: 'Deliveries that are queued' }),
  dead: Type.Integer({ minimum: 0, description: 'Deliveries that failed for good' }),
  network: Type.Array(NetworkPlace, {
    description:
      'Hosts on the Internet that it asks for; it reaches no others, but those that the user typed into its settings.',
  }),
  isolation: Type.Array(IsolationLayer, {
    description: 'What keeps it apart from everything else on this machine; empty while it does not run.',
  }),
  page: Nullable(PluginPage, 'What it has on the page.'),
})
export type PluginRecord = Static<typeof PluginRecord>

/** A delivery that failed for good; never contains the content of the message. */
export const DeadDelivery = Type.Object({
  id: Type.String({ description: 'The `delivery_id` that the plugin was handed.' }),
  message_guid: Type.String(),
  attempts: Type.Integer({ minimum: 0 }),
  given_up_at: Timestamp(),
  error: Nullable(Type.String(), 'Of the last attempt.'),
})
export type DeadDelivery = Static<typeof DeadDelivery>

export const DeadChoice = Type.Object(
  {
    ids: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
        maxItems: 1_000,
        description: 'Which deliveries; without it, all that failed for good.',
      }),
    ),
  },
  { additionalProperties: false },
)
export const DeadChanged = Type.Object({ changed: Type.Integer({ minimum: 0, description: 'How many there were.' }) })
