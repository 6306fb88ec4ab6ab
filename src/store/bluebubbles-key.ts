/** Makes the API key that BlueBubbles' clients use as the password, in the place of the one before. */
import type { Config } from '../contract/config.ts'
import { newApiKey } from './api-keys.ts'

const wanted = { label: 'BlueBubbles', scopes: ['read', 'write'] } as const

export interface NewPassword {
  password: string
  id: string
  /** The key that is replaced; undefined where there is none. */
  replaced: string | undefined
  patch: object
}

interface Wish {
  nowMs: number
  /** Leaves the key before valid, for clients that have it. */
  keepsOld?: boolean
}

/** The patch is one of config.json (RFC 7396). Keys that were made for others stay valid. */
export function newBlueBubblesKey({ auth, compat }: Config, { nowMs, keepsOld = false }: Wish): NewPassword {
  const before = keepsOld ? null : compat.bluebubbles.key_id
  const { key, stored } = newApiKey(wanted, nowMs)
  const kept = auth.api_keys.filter(({ id }) => id !== before)
  return {
    password: key,
    id: stored.id,
    replaced: kept.length < auth.api_keys.length && before !== null ? before : undefined,
    patch: { auth: { api_keys: [...kept, stored] }, compat: { bluebubbles: { key_id: stored.id } } },
  }
}
