/**
 * Identifies the caller of a request: anyone on this Mac while no password is set, else the holder of a key or a
 * signed-in browser.
 */
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../actions/action.ts'
import type { Config } from '../../contract/config.ts'
import { scopes } from '../../contract/scopes.ts'
import { isLoopback } from '../../domain/access/address.ts'
import { apiKeyOf, containsApiKey, isExpired } from '../../store/api-keys.ts'
import type { ApiKeysUse } from '../../store/api-keys-use.ts'
import type { BrowserSessions, Signed } from './browser-sessions.ts'
import { addressOf } from './request-origin.ts'

export interface Asking {
  caller: Caller
  signed?: Signed
}

export interface Askable {
  auth(): Config['auth']
  browsers: BrowserSessions
  apiKeysUse: ApiKeysUse
  nowMs(): number
}

const everyone: Caller = { via: 'open', id: null, scopes }
/** Has no scope, and so may use only what needs none. */
export const nobody: Caller = { via: 'open', id: null, scopes: [] }

export function whoAsks(request: FastifyRequest, parts: Askable): Asking | undefined {
  // Removing the password while we listen on the network opens nothing to the network.
  if (parts.auth().password_hash === null) return isLoopback(addressOf(request)) ? { caller: everyone } : undefined
  if (hasMisplacedKey(request)) return undefined
  const { authorization, cookie } = request.headers
  if (authorization !== undefined) return holderOf(authorization, addressOf(request), parts)
  const signed = parts.browsers.ofCookie(cookie)
  return signed && { caller: { via: 'session', id: signed.session.id, scopes }, signed }
}

/** Whether a session or key that was valid at its request still is. */
export function isStill({ via, id, scopes }: Caller, { auth, browsers, nowMs }: Askable): boolean {
  const { password_hash: hash, api_keys: keys } = auth()
  if (via === 'open') return hash === null && scopes.length > 0
  if (id === null) return false
  if (via === 'session') return browsers.isAlive(id)
  return keys.some((key) => key.id === id && !isExpired(key, nowMs()))
}

/** A key in an address or a cookie ends up in histories and logs, so it grants nothing there. */
const hasMisplacedKey = ({ raw, headers }: FastifyRequest): boolean =>
  /[?&]api_key=/i.test(raw.url ?? '') || containsApiKey(`${raw.url} ${headers.cookie}`)

function holderOf(authorization: string, from: string, { auth, apiKeysUse, nowMs }: Askable): Asking | undefined {
  const [, presented] = /^bearer +(\S+)$/i.exec(authorization) ?? []
  const { api_keys: keys } = auth()
  const key = presented === undefined ? undefined : apiKeyOf(presented, keys, nowMs())
  if (key === undefined) return undefined
  apiKeysUse.used(key.id, { nowMs: nowMs(), from, keys: keys.map(({ id }) => id) })
  return { caller: { via: 'key', id: key.id, scopes: key.scopes } }
}
