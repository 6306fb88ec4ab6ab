/** GET /api/ui/slots */
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { OneOf } from '../contract/fields.ts'
import { pluginSlots as slots } from '../contract/page-support.ts'
import type { Action } from './action.ts'

/** What a plugin says of its part of the page. */
const Ui = Type.Object({ entry: Type.String({ minLength: 1 }), slots: Type.Array(OneOf(slots)) })

export const pluginSlots: Action<'plugin_slots'> = (_input, { journal, settings }) => {
  const { integrations } = settings.current()
  return journal.integrations().flatMap(({ name, manifest: { ui } }) => {
    if (integrations[name]?.enabled !== true || !Value.Check(Ui, ui)) return []
    return ui.slots.map((slot) => ({ plugin: name, slot, entry: ui.entry }))
  })
}
