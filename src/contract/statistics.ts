/** Declares statistics: how much is written, with whom and when. */
import { type Static, Type } from '@sinclair/typebox'
import { OneOf } from './fields.ts'

export const StatisticsRange = OneOf(['30d', '90d', '365d', 'all'])
export type StatisticsRange = Static<typeof StatisticsRange>

export const Statistics = Type.Object({
  enabled: Type.Boolean({ description: 'Whether the Stats plugin is enabled; without it everything is zero.' }),
  sent_total: Type.Integer(),
  received_total: Type.Integer(),
  top_contacts: Type.Array(Type.Object({ name: Type.String(), count: Type.Integer() })),
  by_hour: Type.Array(Type.Integer(), { minItems: 24, maxItems: 24, description: 'Local time, from midnight.' }),
  by_day: Type.Array(Type.Integer(), { minItems: 7, maxItems: 7, description: 'Local time, Monday first.' }),
})
export type Statistics = Static<typeof Statistics>
