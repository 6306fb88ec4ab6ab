/** Declares people who have several addresses, which are one conversation unless the owner keeps them separate. */
import { type Static, Type } from '@sinclair/typebox'
import { fields } from './endpoint.ts'
import { Nullable } from './fields.ts'

export const Person = Type.Object({
  name: Type.String(),
  handles: Type.Array(Type.String(), {
    description: 'The addresses in Contacts that nobody else has there; others are never joined.',
  }),
  kept_separate: Type.Boolean({ description: 'Each address is a conversation of its own.' }),
})
export type Person = Static<typeof Person>

export const People = Type.Object({
  people: Type.Array(Person),
  trouble: Nullable(
    Type.String(),
    'Why Contacts cannot be read. Each address is then a conversation of its own. Null where it can be read.',
  ),
})
export type People = Static<typeof People>

export const PersonChoice = fields({
  person: Type.String({
    minLength: 1,
    maxLength: 512,
    description: 'The name of a person in Contacts, or one of the addresses.',
  }),
})

export const ChangedPerson = Type.Composite([
  Person,
  Type.Object({ changed: Type.Boolean({ description: 'False where it was so already.' }) }),
])
export type ChangedPerson = Static<typeof ChangedPerson>
