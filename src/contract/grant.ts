/** Declares grants: the part of the correspondence that an API key may see, and how it sends. */
import { type Static, type TObject, Type } from '@sinclair/typebox'
import { fields } from './endpoint.ts'
import { CalendarDate, Defaulted, Nullable, OneOf } from './fields.ts'

/** Entries are as `grantedEntry` (domain/grant) reads them. */
const PeopleList = Type.Array(Type.String({ minLength: 1, maxLength: 512 }), {
  maxItems: 1_000,
  uniqueItems: true,
  description:
    'Phone numbers and e-mail addresses, each of which stands for its person with all addresses, and groups as `group:` with the GUID of the chat.',
})

const People = Type.Union([Type.Literal('all'), fields({ only: PeopleList }), fields({ except: PeopleList })], {
  description: 'Whose conversations exist for the key. A group counts only where it is listed itself.',
})

const Since = Nullable(
  Type.Union([
    CalendarDate('A date, from the beginning of that day in UTC.'),
    fields({
      days: Type.Integer({ minimum: 1, maximum: 36_500, description: 'The last days, in whole days of UTC.' }),
    }),
  ]),
  'From when on messages exist for the key; null for all.',
)

const shown = (what: string) => Type.Boolean({ description: `Whether the key sees ${what}.` })
const FieldsShown = {
  text: Defaulted(shown('what is written'), true),
  attachments: Defaulted(shown('pictures and other files'), true),
  names: Defaulted(shown('the names of people and groups'), true),
  handles: Defaulted(
    shown('phone numbers and e-mail addresses; opaque ids stand in their place otherwise, and can be sent back'),
    true,
  ),
}

const sendModes = ['never', 'ask', 'direct'] as const

const hour = '([01]\\d|2[0-3]):[0-5]\\d'
const Sends = {
  mode: Defaulted(
    OneOf(sendModes, '`ask`: each message waits until the owner releases it. The key needs the scope `write` to send.'),
    'direct',
  ),
  to: Defaulted(Nullable(PeopleList, 'To whom; null for everyone whom the key may see.'), null),
  without_asking: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 512 }), {
      maxItems: 1_000,
      uniqueItems: true,
      description: 'With `ask`: to whom it sends without asking, in the form of `to`.',
    }),
  ),
  per_hour: Defaulted(
    Nullable(Type.Integer({ minimum: 1, maximum: 1_000 }), 'Messages in an hour; null for any.'),
    null,
  ),
  hours: Defaulted(
    Nullable(Type.String({ pattern: `^${hour}-${hour}$` }), 'Hours of the day, such as `08:00-22:00`, local time.'),
    null,
  ),
}

const codes = ['show', 'hide'] as const

const LineList = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 1_000, uniqueItems: true })

/** Limits to the lines of a hub. Fields that are left out limit nothing. */
const ofLines = {
  lines: Type.Optional({
    ...LineList,
    description: 'On a hub: the names of the lines whose messages exist for the key; all where it is left out.',
  }),
  may_send_as: Type.Optional({
    ...LineList,
    description: 'On a hub: the lines as which the key sends; where it is left out, all that it sees.',
  }),
}

const parts = {
  people: Defaulted(People, 'all'),
  since: Defaulted(Since, null),
  fields: Defaulted(fields(FieldsShown), { text: true, attachments: true, names: true, handles: true }),
  one_time_codes: Defaulted(OneOf(codes, '`hide` replaces the digits of one-time codes by `••••••`.'), 'show'),
  sends: Defaulted(fields(Sends), { mode: 'direct', to: null, per_hour: null, hours: null }),
  ...ofLines,
}

/** A grant with every part, as it is stored and shown. */
export const Grant = fields(parts)
export type Grant = Static<typeof Grant>
export type SendsGrant = Grant['sends']

const optional = <T extends TObject>(whole: T) => Type.Partial(whole, { additionalProperties: false })

/** A grant in a request: what is left out is as for a key without a grant. */
export const GivenGrant = Type.Partial(
  fields({
    ...parts,
    fields: optional(fields(FieldsShown)),
    sends: optional(fields(Sends)),
    expires_at: Nullable(CalendarDate('The last day of the key, in UTC.'), 'The last day of the key; null for never.'),
  }),
  { additionalProperties: false },
)
export type GivenGrant = Static<typeof GivenGrant>
