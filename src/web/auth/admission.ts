/**
 * Identifies the caller of a request (anyone at this Mac while no password is set, else the holder of a key or a
 * signed-in browser), and decides whether it has the scope that an endpoint needs, and whether our own page sent an
 * unsafe request.
 */
import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../actions/action.ts'
import type { Config } from '../../contract/config.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { StoredApiKey } from '../../contract/key.ts'
import { type Scope, scopes } from '../../contract/scopes.ts'
import { isUnsafe } from '../../domain/access/refusal.ts'
import { requireOpenTo } from '../../domain/grant/open-to.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { apiKeyOf, containsApiKey, isExpired } from '../../store/api-keys.ts'
import type { ApiKeysUse } from '../../store/api-keys-use.ts'
import type { KeyActivityStore } from '../../store/key-activity.ts'
import type { OAuthTokens } from '../../store/oauth-tokens.ts'
import type { BrowserSessions, Signed } from './browser-sessions.ts'
import { lookingThrough } from './key-view.ts'
import { addressOf, isHere } from './request-origin.ts'

interface IdentifiedCaller {
  caller: Caller
  signed?: Signed
}

export interface AdmissionDeps {
  auth(): Config['auth']
  browsers: BrowserSessions
  apiKeysUse: ApiKeysUse
  tokens: Pick<OAuthTokens, 'isAccessToken'>
  keyActivity: Pick<KeyActivityStore, 'refused'>
  nowMs(): number
}

const everyone: Caller = { via: 'open', id: null, scopes, grant: null }
/** A caller without a scope, who may use only what needs none. */
const nobody: Caller = { via: 'open', id: null, scopes: [], grant: null }

function identifyCaller(request: FastifyRequest, parts: AdmissionDeps): IdentifiedCaller | undefined {
  // Without a password the network is as closed as before, also where a tunnel on this Mac brings it here.
  if (hasMisplacedKey(request)) return undefined
  if (parts.auth().password_hash === null && isHere(request)) return inOpenMode(request, parts)
  if (request.headers.authorization !== undefined) {
    const caller = bearerOf(request, parts)
    return caller && { caller }
  }
  const signed = parts.browsers.ofCookie(request.headers.cookie)
  return signed && { caller: { via: 'session', id: signed.session.id, scopes, grant: null }, signed }
}

/**
 * A program that presents a limited key gets what that key gets, also while everyone on this Mac may do everything. With
 * an empty key, or one that has expired, it gets nothing: whoever set it up meant it to be limited.
 */
function inOpenMode(request: FastifyRequest, parts: AdmissionDeps): IdentifiedCaller | undefined {
  const holder = bearerOf(request, parts)
  if (holder === undefined && presentsOurKey(request)) return undefined
  return { caller: holder !== undefined && holder.grant !== null ? holder : everyone }
}

/** The header of a program whose key comes from a variable that is not set. */
const presentsEmptyKey = ({ headers }: FastifyRequest): boolean => /^(bearer)?\s*$/i.test(headers.authorization ?? '-')

const presentsOurKey = (request: FastifyRequest): boolean =>
  presentsEmptyKey(request) || /^bearer +svc_/i.test(request.headers.authorization ?? '')

function bearerOf(request: FastifyRequest, parts: AdmissionDeps): Caller | undefined {
  const presented = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  return presented === undefined ? undefined : keyHolder(presented, addressOf(request), parts)
}

/** Whether a session or key that was valid at its request still is, and a key's grant is the same. */
export function isStillAdmitted(caller: Caller, { auth, browsers, nowMs }: AdmissionDeps): boolean {
  const { via, id, scopes, grant, seesAs } = caller
  const { password_hash: hash, api_keys: keys } = auth()
  const seen = keys.find((one) => one.id === seesAs)
  if (seesAs !== undefined && !isDeepStrictEqual(seen?.grant ?? null, grant)) return false
  if (seesAs !== undefined && !seen?.scopes.includes('read')) return false
  if (via === 'open') return hash === null && scopes.length > 0
  if (id === null) return false
  if (via === 'session') return browsers.isAlive(id)
  const key = keys.find((one) => one.id === id)
  return key !== undefined && isInUse(key, nowMs()) && isDeepStrictEqual(key.grant ?? null, grant)
}

const isInUse = (key: StoredApiKey, nowMs: number): boolean => !isExpired(key, nowMs) && key.paused !== true

/** A key in an address or a cookie ends up in histories and logs, so it grants nothing there. */
const hasMisplacedKey = ({ raw, headers: { cookie, 'x-api-key': other } }: FastifyRequest): boolean =>
  /[?&]api_key=/i.test(raw.url ?? '') || other === '' || containsApiKey(`${raw.url} ${cookie} ${other}`)

type KeyDeps = Omit<AdmissionDeps, 'browsers'>

const presentedKey = (presented: string, { auth, tokens, nowMs }: KeyDeps): StoredApiKey | undefined =>
  apiKeyOf(presented, auth().api_keys, nowMs(), (id, hash) => tokens.isAccessToken(id, hash))

/** Returns the holder of a key, wherever it was presented; undefined for a wrong one. Throws `key_paused`. */
function keyHolder(presented: string, from: string, parts: KeyDeps): Caller | undefined {
  const { auth, apiKeysUse, nowMs, keyActivity } = parts
  const key = presentedKey(presented, parts)
  if (key === undefined) return undefined
  if (key.paused) {
    keyActivity.refused(key.id, 'key_paused')
    throw new ServiceError('key_paused', 'This key is paused.')
  }
  apiKeysUse.used(key.id, { nowMs: nowMs(), from, keys: auth().api_keys.map(({ id }) => id) })
  return { via: 'key', id: key.id, scopes: key.scopes, grant: key.grant ?? null }
}

/**
 * Returns the holder of a key, wherever it was presented. Throws `key_paused`, and `unauthenticated` for a key that has
 * expired, which `details` say, or that is wrong. Nobody without the whole key learns what became of it.
 */
export function requireKeyHolder(presented: string, from: string, parts: KeyDeps): Caller {
  const holder = keyHolder(presented, from, parts)
  if (holder !== undefined) return holder
  const hasExpired = presentedKey(presented, { ...parts, nowMs: () => 0 }) !== undefined
  if (hasExpired) throw new ServiceError('unauthenticated', 'This API key has expired.', { reason: 'expired' })
  throw new ServiceError('unauthenticated', 'The API key is unknown or incomplete.')
}

function seenBy(
  identified: IdentifiedCaller | undefined,
  request: FastifyRequest,
  { auth, nowMs }: AdmissionDeps,
): IdentifiedCaller | undefined {
  const keys = auth().api_keys
  return identified && { ...identified, caller: lookingThrough(request, identified.caller, { keys, nowMs: nowMs() }) }
}

const csrfHeader = 'x-csrf-token'

/** Throws `unauthenticated` and `forbidden`. */
export function admitCaller(
  request: FastifyRequest,
  { scope, limited }: Pick<Endpoint, 'scope' | 'limited'>,
  parts: AdmissionDeps,
): IdentifiedCaller {
  const identified = seenBy(identifyCaller(request, parts), request, parts)
  if (scope === 'open') return identified ?? { caller: nobody }
  if (identified === undefined) throw new ServiceError('unauthenticated', whyNobody(request, parts))
  requireAllowed(identified.caller, { scope, limited }, parts)
  if (identified.signed !== undefined && isUnsafe(request.method))
    requireCsrfToken(request, identified.signed.session.id, parts)
  return identified
}

/** Throws `forbidden`, which is noted where a key is refused. */
function requireAllowed(
  caller: Caller,
  { scope, limited }: { scope: Scope; limited: Endpoint['limited'] },
  { keyActivity }: Pick<AdmissionDeps, 'keyActivity'>,
): void {
  try {
    if (!caller.scopes.includes(scope)) throw lacksScope(scope)
    requireOpenTo(caller, limited)
  } catch (error) {
    if (caller.via === 'key' && caller.id !== null) keyActivity.refused(caller.id, 'forbidden')
    throw error
  }
}

/** A browser sends the cookie with every request to this address; only our page can know the token. */
function requireCsrfToken({ headers }: FastifyRequest, id: string, { browsers }: AdmissionDeps): void {
  const given = headers[csrfHeader]
  if (browsers.isCsrfToken(id, typeof given === 'string' ? given : undefined)) return
  throw new ServiceError('forbidden', 'With the cookie alone nothing can be changed.', {
    missing: 'the header X-CSRF-Token, from /api/ui/session',
  })
}

function whyNobody(request: FastifyRequest, { auth }: AdmissionDeps): string {
  if (presentsEmptyKey(request)) return 'The API key is empty; a variable may not be set.'
  if (hasMisplacedKey(request)) return 'An API key counts only in the header Authorization.'
  if (presentsOurKey(request)) return 'The API key is unknown, incomplete, revoked or expired.'
  return auth().password_hash === null
    ? 'While no password is set, only who asks at this Mac is let in without an API key.'
    : 'Nobody is signed in here.'
}

const lacksScope = (scope: Scope): ServiceError =>
  new ServiceError('forbidden', `This key lacks the scope ${scope}.`, { missing: `scope ${scope}` })
