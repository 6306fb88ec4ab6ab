/**
 * Lets the owner look through an API key: with the header `X-As-Key` a request is answered as the key would be, by the
 * same narrowed services. Pictures and files, for which the browser itself asks, bear the id in their query instead. The caller stays the owner's session, with less than it had: it may only read, is no holder of
 * the key, and counts in none of its limits and notes.
 */
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../actions/action.ts'
import { asKeyHeader, asKeyQuery } from '../../contract/as-key.ts'
import type { StoredApiKey } from '../../contract/key.ts'
import { isUnsafe } from '../../domain/access/refusal.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { isExpired } from '../../store/api-keys.ts'

interface Keys {
  keys: readonly StoredApiKey[]
  nowMs: number
}

/** Throws `forbidden` for anybody but the owner and for whatever changes something, and `not_found`. */
export function lookingThrough(
  { headers, method, raw }: Pick<FastifyRequest, 'headers' | 'method' | 'raw'>,
  caller: Caller,
  { keys, nowMs }: Keys,
): Caller {
  const asked = headers[asKeyHeader] ?? queryOf(raw.url).get(asKeyQuery) ?? undefined
  if (asked === undefined) return caller
  if (caller.via === 'key' || caller.grant !== null || !caller.scopes.includes('admin'))
    throw new ServiceError('forbidden', 'Only the owner can look through a key.', { missing: 'a signed-in browser' })
  if (isUnsafe(method))
    throw new ServiceError('forbidden', 'Whoever looks through a key can only read.', { missing: 'your own view' })
  const key = keys.find(({ id }) => id === asked)
  if (key === undefined || isExpired(key, nowMs)) throw new ServiceError('not_found', 'There is no such key.')
  const scopes = key.scopes.filter((scope) => scope === 'read')
  return { ...caller, scopes, grant: key.grant ?? null, seesAs: key.id }
}

const queryOf = (url = ''): URLSearchParams => new URLSearchParams(url.split('?', 2)[1])
