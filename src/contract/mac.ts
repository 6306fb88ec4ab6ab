/** Declares the Macs of a hub: who they are, how they join it, and how they fare. */
import { type Static, Type } from '@sinclair/typebox'
import { changeOf, fields } from './endpoint.ts'
import { Nullable, OneOf, Timestamp } from './fields.ts'

/**
 * `invited`: nobody has used its code yet; `connected`: the hub heard of it within the last half minute; `silent`: not
 * since then; `revoked`: it may not connect any more.
 */
export const macStates = ['invited', 'connected', 'silent', 'revoked'] as const

const Label = (description: string) => Type.String({ minLength: 1, maxLength: 100, pattern: '\\S', description })

export const Mac = Type.Object({
  id: Type.String({ description: 'Stays the same, and is never given to another Mac.' }),
  name: Type.String(),
  line: Type.Object({
    id: Type.Integer({ description: 'What GUIDs of its conversations begin with.' }),
    name: Type.String(),
  }),
  state: OneOf(macStates),
  version: Nullable(Type.String(), 'Release of the service on the Mac.'),
  lag: Nullable(
    Type.Object({
      events: Type.Integer({ minimum: 0, description: 'How many events of its journal the hub does not have yet.' }),
      seconds: Type.Integer({ minimum: 0, description: 'For how long the oldest of them has been waiting.' }),
    }),
    'How far the hub is behind the Mac, as the Mac said when it was last seen. Null while it has not said so.',
  ),
  history_complete: Type.Boolean({
    description: 'Whether everything that was written before it joined is on the hub.',
  }),
  waiting_orders: Type.Integer({
    minimum: 0,
    description: 'How many messages that were accepted for it, or for its line, wait for it.',
  }),
  oldest_order_at: Nullable(Timestamp('When the oldest of them was accepted.')),
  added_at: Timestamp(),
  joined_at: Nullable(Timestamp()),
  last_seen_at: Nullable(Timestamp()),
  revoked_at: Nullable(Timestamp()),
  code_expires_at: Nullable(Timestamp('Until when the code that was made for it last can be used.')),
  cloned_at: Nullable(
    Timestamp('When a second Mac last said that it is this one, as after its disk was copied. That one is not read.'),
  ),
  refused: Type.Integer({ description: 'How many of its envelopes were refused.' }),
})
export type Mac = Static<typeof Mac>

const name = Label('What it is called.')

export const NewMac = fields({
  name,
  line: Type.Optional(
    Label('The line that it serves: Macs with the same Apple ID serve the same. Without it, a line of its own.'),
  ),
})

export const MacChange = changeOf({ name }, Mac)

export const MacCode = Type.Object({
  mac: Mac,
  code: Type.String({ description: 'Shown this once; good for one Mac, until `expires_at`.' }),
  expires_at: Timestamp(),
})
export type MacCode = Static<typeof MacCode>

export const JoinHub = fields({
  code: Type.String({ minLength: 1, maxLength: 100 }),
  public_key: Type.String({
    pattern: '^U[A-Z2-7]{55}$',
    description: 'The public nkey of the Mac, which keeps the seed for itself.',
  }),
})

export const Joined = Type.Object({
  mac: Type.String({ description: 'Id of the Mac on the hub.' }),
  line: Type.String(),
  partition: Type.Integer(),
  jwt: Type.String({ description: 'By which NATS knows the nkey and what it may do.' }),
  servers: Type.Array(Type.String(), { description: 'Addresses of NATS.' }),
  ca: Nullable(Type.String(), 'Certificates in PEM of who signs those of NATS, where nobody knows them by itself.'),
})
export type Joined = Static<typeof Joined>

/** The identity of a Mac on its hub, as the Mac keeps it. Whoever has this can pass for the Mac until it is revoked. */
export const UplinkIdentity = Type.Composite([
  Joined,
  Type.Object({
    hub: Type.String({ description: 'Address of the hub.' }),
    seed: Type.String({ description: 'The private nkey, which never leaves the Mac.' }),
    instance: Type.String({ description: 'Tells it from another Mac that somebody made with the same key.' }),
  }),
])
export type UplinkIdentity = Static<typeof UplinkIdentity>

/** The state of a Mac's uplink, as it reports it to the commands of the Mac. */
export const UplinkStatus = Type.Object({
  pid: Type.Integer(),
  state: OneOf(['connected', 'waiting']),
  trouble: Nullable(Type.String(), 'Why it waits.'),
  since: Type.String({ description: 'ISO 8601 UTC' }),
})
export type UplinkStatus = Static<typeof UplinkStatus>
