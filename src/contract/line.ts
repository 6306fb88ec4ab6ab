/** Declares a line: one Messages identity that people write to, of those that a hub has. */
import { type Static, Type } from '@sinclair/typebox'
import { changeOf } from './endpoint.ts'

const name = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })
const isDefault = Type.Boolean({
  description:
    'Whether a message to somebody leaves by it whom no line has spoken with. At most one line is the default.',
})

export const Line = Type.Object({
  id: Type.Integer({ description: 'Stands before the GUIDs of its conversations: `2~any;-;+12025550123`.' }),
  name: Type.String(),
  is_default: isDefault,
  may_send: Type.Boolean({ description: 'Whether the caller sends as this line.' }),
})
export type Line = Static<typeof Line>

export const LineChange = changeOf({ name, is_default: isDefault }, Line)
