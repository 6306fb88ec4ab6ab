/** Declares a line: one Messages identity that people write to, of those that a hub has. */
import { type Static, Type } from '@sinclair/typebox'

export const Line = Type.Object({
  id: Type.Integer({ description: 'Stands before the GUIDs of its conversations: `2~any;-;+12025550123`.' }),
  name: Type.String(),
  may_send: Type.Boolean({ description: 'Whether the caller sends as this line.' }),
})
export type Line = Static<typeof Line>
