/**
 * The authorization server for programs that use MCP (OAuth 2.1): registration, codes, tokens, revocation. What it gives
 * out is the use of an API key, made for the program when the owner allows it. All programs are public ones, so PKCE is
 * what ties a code to the program that asked for it.
 */
import { createHash } from 'node:crypto'
import type { SettingsService } from '../../actions/services.ts'
import type { Parameters } from '../../domain/oauth/authorization-request.ts'
import type { ClientMetadata } from '../../domain/oauth/client-metadata.ts'
import { readClientMetadata } from '../../domain/oauth/client-metadata.ts'
import { OAuthError } from '../../domain/oauth/oauth-error.ts'
import { redirectTarget } from '../../domain/oauth/redirect-uri.ts'
import { apiKeyOf, newApiKey } from '../../store/api-keys.ts'
import type { AuditLog } from '../../store/audit-log.ts'
import type { OAuthTokens, TokenPair } from '../../store/oauth-tokens.ts'
import { type Allowed, AuthorizationCodes } from './authorization-codes.ts'
import { ClientIds } from './client-ids.ts'

interface AuthorizationServerDeps {
  settings: SettingsService
  audit: Pick<AuditLog, 'append'>
  tokens: OAuthTokens
  installKey: Uint8Array
  nowMs(): number
}

const longestLabel = 100
const verifierForm = /^[A-Za-z0-9._~-]{43,128}$/

export class AuthorizationServer {
  readonly #deps: AuthorizationServerDeps
  readonly #clients: ClientIds
  readonly #codes: AuthorizationCodes

  constructor(deps: AuthorizationServerDeps) {
    this.#deps = deps
    this.#clients = new ClientIds(deps.installKey, deps.nowMs)
    this.#codes = new AuthorizationCodes(deps.nowMs)
  }

  register(given: unknown) {
    const client = readClientMetadata(given)
    return {
      client_id: this.#clients.idOf(client),
      client_id_issued_at: Math.floor(this.#deps.nowMs() / 1_000),
      client_name: client.name,
      redirect_uris: client.redirectUris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    }
  }

  /** Throws `invalid_client`. */
  client(id = ''): ClientMetadata {
    const client = this.#clients.read(id)
    if (client === undefined)
      throw new OAuthError(
        'invalid_client',
        'This program is not registered here, or no longer. It has to register again.',
      )
    return client
  }

  /** Returns the code for what the owner has allowed. */
  allow(allowed: Allowed): string {
    return this.#codes.add(allowed)
  }

  /** Throws `invalid_request`, `invalid_client`, `invalid_grant`, `invalid_target` and `unsupported_grant_type`. */
  token(given: Parameters, isOwnResource: (resource: string) => boolean) {
    if (given.resource !== undefined && !isOwnResource(given.resource))
      throw new OAuthError('invalid_target', 'resource is another service.')
    if (given.grant_type === 'authorization_code') return this.#exchange(given)
    if (given.grant_type === 'refresh_token') return this.#refresh(given)
    throw new OAuthError('unsupported_grant_type', 'grant_type is authorization_code or refresh_token.')
  }

  /** A token of either kind ends the program's access, with its key. An unknown one is none of ours. */
  revoke({ token = '' }: Parameters): void {
    const { settings, tokens, nowMs } = this.#deps
    const { api_keys: keys } = settings.current().auth
    const byAccess = apiKeyOf(token, keys, nowMs(), (id, hash) => tokens.isAccessToken(id, hash))
    const keyId = byAccess?.id ?? tokens.keyOfRefreshToken(token)
    // A key of the owner's own making is no token.
    if (keyId !== undefined && tokens.has(keyId)) this.#endKey(keyId, `key:${keyId}`)
  }

  #exchange({ code = '', client_id: clientId, redirect_uri: uri, code_verifier: verifier = '' }: Parameters) {
    const found = this.#codes.find(code)
    if (found.is === 'used') {
      // One of the two users of a code has stolen it, so a second use revokes what the first one got.
      this.#endKey(found.keyId, 'oauth')
      throw new OAuthError('invalid_grant', 'The code was used before. What it gave access to is revoked.')
    }
    if (found.is === 'unknown') throw new OAuthError('invalid_grant', 'The code is unknown or has expired.')
    const { request } = found.allowed
    if (clientId !== request.clientId) throw new OAuthError('invalid_grant', 'The code is of another program.')
    if (uri !== undefined && uri !== request.redirectUri)
      throw new OAuthError('invalid_grant', 'redirect_uri is not that of the authorization.')
    if (!verifierForm.test(verifier) || challengeOf(verifier) !== request.codeChallenge)
      throw new OAuthError('invalid_grant', 'code_verifier does not fit the code.')
    const keyId = this.#makeKey(found.allowed)
    this.#codes.use(code, keyId)
    const { settings, tokens } = this.#deps
    const keys = settings.current().auth.api_keys.map(({ id }) => id)
    return this.#response(keyId, tokens.issue(keyId, request.clientId, keys))
  }

  #refresh({ refresh_token: presented = '', client_id: clientId = '' }: Parameters) {
    const refreshed = this.#deps.tokens.refresh(presented, clientId)
    if (refreshed.is === 'replayed') {
      this.#endKey(refreshed.keyId, 'oauth')
      throw new OAuthError('invalid_grant', 'The token was replaced before. What it gave access to is revoked.')
    }
    if (refreshed.is === 'unknown') throw new OAuthError('invalid_grant', 'The token is unknown or was revoked.')
    return this.#response(refreshed.keyId, refreshed.tokens)
  }

  #makeKey({ request, choice, principal }: Allowed): string {
    const { settings, audit, nowMs } = this.#deps
    const label = `${request.clientName} (${redirectTarget(request.redirectUri).host})`.slice(0, longestLabel)
    const { stored } = newApiKey({ label, ...choice }, nowMs())
    settings.change(({ auth }) => ({ auth: { api_keys: [...auth.api_keys, stored] } }))
    audit.append({ action: 'key_added', principal, target: stored.id, result: 'ok' })
    return stored.id
  }

  #endKey(keyId: string, principal: string): void {
    const { settings, audit, tokens } = this.#deps
    tokens.forget(keyId)
    const { api_keys: keys } = settings.current().auth
    if (!keys.some(({ id }) => id === keyId)) return
    settings.change(({ auth }) => ({ auth: { api_keys: auth.api_keys.filter(({ id }) => id !== keyId) } }))
    audit.append({ action: 'key_revoked', principal, target: keyId, result: 'ok' })
  }

  /** Throws `invalid_grant` where the key was revoked or has expired meanwhile. */
  #response(keyId: string, { access, refresh, expiresInS }: TokenPair) {
    const { settings, nowMs } = this.#deps
    const key = settings.current().auth.api_keys.find(({ id }) => id === keyId)
    const leftMs = key?.expires_at == null ? Number.POSITIVE_INFINITY : Date.parse(key.expires_at) - nowMs()
    if (key === undefined || leftMs <= 0)
      throw new OAuthError('invalid_grant', 'The access was revoked or has expired.')
    return {
      access_token: access,
      token_type: 'Bearer',
      expires_in: Math.min(expiresInS, Math.floor(leftMs / 1_000)),
      refresh_token: refresh,
      scope: key.scopes.join(' '),
    }
  }
}

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')
