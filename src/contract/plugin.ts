/** Declares a plugin as the API lists it. */
import { type Static, Type } from '@sinclair/typebox'
import { Nullable, OneOf, Timestamp } from './fields.ts'
import { PluginPage } from './plugin-page.ts'

export const tiers = ['notify', 'official', 'core'] as const
export type Tier = (typeof tiers)[number]
export const pluginStatuses = ['off', 'starting', 'running', 'failed', 'waiting', 'invalid'] as const
export type PluginStatus = (typeof pluginStatuses)[number]

/** The things for which a plugin with the status `waiting` may wait. */
export const pluginWaits = ['relay', 'receiver', 'restart', 'approval', 'disk'] as const
export type PluginWait = (typeof pluginWaits)[number]

const isolationLayers = ['process', 'permissions', 'os_sandbox', 'egress'] as const

const NetworkPlace = Type.Object({ host: Type.String(), port: Type.Integer(), reason: Type.String() })
const IsolationLayer = Type.Object({
  layer: OneOf(isolationLayers),
  held: Type.Boolean(),
  reason: Nullable(Type.String(), 'Why it is missing on this machine.'),
})
const SettingTexts = Type.Object({
  title: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  options: Type.Optional(Type.Record(Type.String(), Type.String())),
})
/** The texts of a plugin in one language; what is missing is shown in English. */
export const PluginTexts = Type.Object({
  display_name: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  network: Type.Optional(Type.Record(Type.String(), Type.String(), { description: 'Reasons, by host.' })),
  settings: Type.Optional(Type.Record(Type.String(), SettingTexts, { description: 'By the name of the setting.' })),
})
export type PluginTexts = Static<typeof PluginTexts>
export type IsolationLayer = Static<typeof IsolationLayer>

/** The present state of a plugin by the journal and its pause. */
const figures = {
  paused: Type.Boolean({ description: 'Whether it is handed nothing until it is resumed; its deliveries wait.' }),
  queued: Type.Integer({ minimum: 0, description: 'Deliveries that were not tried yet' }),
  retrying: Type.Integer({ minimum: 0, description: 'Deliveries that failed at least once and are tried again' }),
  delivered_today: Type.Integer({ minimum: 0 }),
  failed_today: Type.Integer({ minimum: 0, description: 'Deliveries that failed for good today' }),
  last_delivered_at: Nullable(Timestamp()),
  last_error_at: Nullable(Timestamp(), 'Of the newest failure that no success has made up for.'),
  latency_ms: Nullable(
    Type.Object({ p50: Type.Integer({ minimum: 0 }), p95: Type.Integer({ minimum: 0 }) }),
    'From the relay’s acceptance of a message to the plugin’s acknowledgement, over the last 24 hours.',
  ),
}
export type PluginFigure = keyof typeof figures

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
  pending: Type.Integer({ minimum: 0, description: 'Deliveries that are queued or retrying' }),
  dead: Type.Integer({ minimum: 0, description: 'Deliveries that failed for good' }),
  ...figures,
  network: Type.Array(NetworkPlace, {
    description:
      'Hosts on the Internet that it asks for; it reaches no others, but those that the user typed into its settings.',
  }),
  isolation: Type.Array(IsolationLayer, {
    description: 'What keeps it apart from everything else on this machine; empty while it does not run.',
  }),
  page: Nullable(PluginPage, 'What it has on the page.'),
  translations: Type.Record(Type.String(), PluginTexts, { description: 'Its texts in other languages, by language.' }),
})
export type PluginRecord = Static<typeof PluginRecord>

/** The plugins of an installed package; none of them runs until it is switched on. */
export const InstalledPlugins = Type.Object({
  package: Type.String(),
  version: Type.String(),
  plugins: Type.Array(
    Type.Object({
      name: Type.String(),
      display_name: Type.String(),
      tier: OneOf(tiers),
      network: Type.Array(NetworkPlace, { description: 'Hosts on the Internet that it asks for.' }),
    }),
  ),
})
export type InstalledPlugins = Static<typeof InstalledPlugins>

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
