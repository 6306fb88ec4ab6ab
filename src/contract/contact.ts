/** Declares a person of Contacts, with one entry for each address. */
import { type Static, Type } from '@sinclair/typebox'
import { Nullable } from './fields.ts'

export const Contact = Type.Object({
  handle: Type.String(),
  name: Type.String(),
  avatar_url: Nullable(Type.String(), 'Path on this service; null where there is no picture.'),
})
export type Contact = Static<typeof Contact>
