/** Declares API keys and browser sessions. */
import { type Static, Type } from '@sinclair/typebox'
import { changeOf, fields } from './endpoint.ts'
import { Nullable, OneOf, Timestamp } from './fields.ts'
import { GivenGrant, Grant } from './grant.ts'
import { KeyMark } from './key-activity.ts'
import { scopes } from './scopes.ts'

const ScopeList = Type.Array(OneOf(scopes), { minItems: 1, uniqueItems: true })

export const ApiKey = Type.Object({
  id: Type.String(),
  label: Type.String(),
  scopes: ScopeList,
  created_at: Timestamp(),
  expires_at: Nullable(Timestamp()),
  grant: Nullable(Grant, 'What it may see and how it sends; null where nothing is limited.'),
  names: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description:
        'In the list of keys: the names of the people and groups in `grant`, by entry, as far as they are known.',
    }),
  ),
  paused: Type.Boolean({ description: 'A paused key is refused until it is resumed.' }),
  marks: Type.Array(KeyMark, { description: 'What is conspicuous about it and was not seen yet, the newest first.' }),
  last_used_on: Nullable(Type.String(), 'Day, YYYY-MM-DD.'),
  last_used_from: Nullable(Type.String(), 'Address of whoever used it last.'),
})
export type ApiKey = Static<typeof ApiKey>

/** A key as it is stored in config.json, with only the hash of its secret. */
export const StoredApiKey = Type.Object({
  id: Type.String({ pattern: '^[0-9a-f]{8}$' }),
  secret_sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  label: Type.String(),
  scopes: ScopeList,
  created_at: Type.String(),
  expires_at: Nullable(Type.String()),
  /** Absent in keys from before there were grants, which limit nothing. */
  grant: Type.Optional(Nullable(Grant)),
  paused: Type.Optional(Type.Boolean()),
})
export type StoredApiKey = Static<typeof StoredApiKey>

export const NewApiKey = fields({
  label: Type.String({ minLength: 1, maxLength: 100 }),
  scopes: ScopeList,
  expires_in_days: Type.Optional(Type.Integer({ minimum: 1, maximum: 3_650 })),
  grant: Type.Optional(
    Nullable(
      GivenGrant,
      'What it may see and how it sends; null for everything. Not for a key with the scope `admin`.',
    ),
  ),
})

/** Changes only the fields that are given. */
const { label, scopes: mayDo, grant } = NewApiKey.properties
export const KeyChange = changeOf({ label, scopes: mayDo, grant, paused: Type.Boolean() }, ApiKey)

export const CreatedApiKey = Type.Composite([
  ApiKey,
  Type.Object({ key: Type.String({ description: 'Shown this once: `svc_` and 64 hexadecimal digits.' }) }),
])
export type CreatedApiKey = Static<typeof CreatedApiKey>

export const Session = Type.Object({
  id: Type.String({ description: 'Not the cookie: that one cannot be read back.' }),
  created_at: Timestamp(),
  last_seen_at: Timestamp(),
  expires_at: Timestamp(),
  browser: Type.String({ description: 'What the browser calls itself.' }),
  current: Type.Boolean({ description: 'The one that asks.' }),
})
export type Session = Static<typeof Session>
