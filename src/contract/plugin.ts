/** A plugin as the API lists it. */
import { type Static, Type } from '@sinclair/typebox'
import { Nullable, OneOf } from './fields.ts'

export const tiers = ['notify', 'official', 'core'] as const
export const pluginStatuses = ['off', 'starting', 'running', 'failed', 'waiting'] as const
export type PluginStatus = (typeof pluginStatuses)[number]

export const PluginRecord = Type.Object({
  name: Type.String({ description: 'Stable snake_case key.' }),
  display_name: Type.String(),
  description: Type.String(),
  enabled: Type.Boolean(),
  tier: OneOf(tiers),
  settings_schema: Type.Record(Type.String(), Type.Unknown(), { description: 'JSON Schema of its settings.' }),
  status: OneOf(pluginStatuses),
  last_error: Nullable(Type.String()),
  version: Nullable(Type.String()),
  pending: Type.Integer({ minimum: 0, description: 'Deliveries that wait' }),
  dead: Type.Integer({ minimum: 0, description: 'Deliveries that were given up' }),
})
export type PluginRecord = Static<typeof PluginRecord>
