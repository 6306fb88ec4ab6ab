/**
 * API keys have the form `svc_` and 64 hexadecimal digits: 8 name the key, 48 are secret, and 8 are a checksum that
 * reveals a typing error. Only their hashes are stored.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Grant } from '../contract/grant.ts'
import type { StoredApiKey } from '../contract/key.ts'
import type { Scope } from '../contract/scopes.ts'

export interface WantedApiKey {
  label: string
  scopes: readonly Scope[]
  expiresInDays?: number | undefined
  /** Takes precedence over `expiresInDays`. */
  expiresAt?: string | null | undefined
  grant?: Grant | null
}

const prefix = 'svc_'
const keyForm = /^svc_(?<id>[0-9a-f]{8})(?<secret>[0-9a-f]{48})(?<check>[0-9a-f]{8})$/
const idBytes = 4
const secretBytes = 24
const dayMs = 86_400_000

/** Makes a key. The key itself is shown once and stored nowhere. */
export function newApiKey({ label, scopes, expiresInDays, expiresAt, grant = null }: WantedApiKey, nowMs: number) {
  const [id, secret] = [randomBytes(idBytes).toString('hex'), randomBytes(secretBytes).toString('hex')]
  const stored: StoredApiKey = {
    id,
    secret_sha256: sha256(secret).toString('hex'),
    label,
    scopes: [...scopes],
    created_at: new Date(nowMs).toISOString(),
    expires_at:
      expiresAt ?? (expiresInDays === undefined ? null : new Date(nowMs + expiresInDays * dayMs).toISOString()),
    ...(grant !== null && { grant }),
  }
  return { key: `${prefix}${id}${secret}${checkOf(id + secret)}`, stored }
}

/** Makes another secret for a key: what is presented looks like the key itself. */
export function newSecretOf(id: string) {
  const secret = randomBytes(secretBytes).toString('hex')
  return { key: `${prefix}${id}${secret}${checkOf(id + secret)}`, secretSha256: sha256(secret).toString('hex') }
}

/**
 * Returns the stored key that was presented, if it is one of `keys` and has not expired. `isSecretOf` knows further
 * secrets of a key, by their hashes.
 */
export function apiKeyOf(
  presented: string,
  keys: readonly StoredApiKey[],
  nowMs: number,
  isSecretOf: (id: string, secretSha256: string) => boolean = () => false,
): StoredApiKey | undefined {
  const { id = '', secret = '', check } = keyForm.exec(presented)?.groups ?? {}
  if (check !== checkOf(id + secret)) return undefined
  const stored = keys.find((key) => key.id === id)
  if (stored === undefined || isExpired(stored, nowMs)) return undefined
  const hash = sha256(secret)
  const isOwn = timingSafeEqual(hash, Buffer.from(stored.secret_sha256, 'hex'))
  return isOwn || isSecretOf(id, hash.toString('hex')) ? stored : undefined
}

/** A key whose expiry date cannot be read counts as expired. */
export const isExpired = ({ expires_at }: StoredApiKey, nowMs: number): boolean =>
  expires_at !== null && !(nowMs < Date.parse(expires_at))

/** Any text of this form is a secret, wherever it appears. */
export const containsApiKey = (text: string): boolean => /svc_[0-9a-f]{64}/i.test(text)

const checkOf = (digits: string): string => crc32(digits).toString(16).padStart(8, '0')
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
