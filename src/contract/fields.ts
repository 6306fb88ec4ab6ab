/** Declares small shapes that many resources share. */
import { type Static, type TSchema, Type } from '@sinclair/typebox'

export const Nullable = <S extends TSchema>(schema: S, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description })
export const OneOf = <const T extends string>(values: readonly T[], description?: string) =>
  Type.Union(
    values.map((value) => Type.Literal(value)),
    description === undefined ? {} : { description },
  )
export const Timestamp = (description?: string) =>
  Type.String({ format: 'date-time', description: description ?? 'ISO 8601 UTC' })
const day = '\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])'
/** A time in a request, in a format that every browser can parse, with only valid months and days. */
export const Moment = (description: string) =>
  Type.String({
    pattern: `^${day}T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d{1,9})?Z$`,
    description,
  })
/** A day in a request, with only valid months and days. */
export const CalendarDate = (description: string) => Type.String({ pattern: `^${day}$`, description })
export const Rowid = Type.Integer({ minimum: 1, description: 'ROWID of a message in the Messages database' })
/** A field that is filled in when omitted: requests need not contain it, and responses always do. */
export const Defaulted = <S extends TSchema>(schema: S, initial: Static<S>) =>
  ({ ...schema, default: initial }) as S & { default: Static<S> }
export const Limit = (initial: number, maximum: number) => Defaulted(Type.Integer({ minimum: 1, maximum }), initial)
/** The position at which a list continues, or, for a key with a grant, the id of the previous entry. */
export const PlaceCursor = Type.Optional(Type.String({ pattern: '^([0-9]{1,15}|[0-9a-f-]{36})$' }))
export const ChatGuidParam = Type.String({
  minLength: 1,
  maxLength: 512,
  description: 'A chat GUID, URL-encoded, under any of its spellings, or the ROWID of a chat.',
})
