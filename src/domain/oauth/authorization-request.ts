/** Reads what a program asks for at the authorization endpoint (OAuth 2.1 with PKCE, RFC 8707). */
import type { ClientMetadata } from './client-metadata.ts'
import { OAuthError } from './oauth-error.ts'
import { matchesRedirect } from './redirect-uri.ts'

/** The scopes that a program can be given this way. Tools need no more; `admin` is never among them. */
export const oauthScopes: readonly string[] = ['read', 'write']

export interface AuthorizationRequest {
  clientId: string
  clientName: string
  redirectUri: string
  state: string | undefined
  codeChallenge: string
  /** Whether it would like to send; the owner decides. */
  wantsToSend: boolean
}

export type Parameters = Readonly<Record<string, string>>

/**
 * Returns the address to which the outcome is told. Throws where it is not one that the program has registered: nobody
 * may be led there.
 */
export function readRedirect({ redirect_uri: asked }: Parameters, { redirectUris }: ClientMetadata): string {
  if (asked === undefined && redirectUris.length === 1) return redirectUris[0] ?? ''
  if (asked !== undefined && redirectUris.some((each) => matchesRedirect(each, asked))) return asked
  throw new OAuthError('invalid_redirect_uri', 'This program has not registered the address that it names.')
}

const challengeForm = /^[A-Za-z0-9_-]{43}$/
const longestState = 2_000

/** Throws `unsupported_response_type`, `invalid_request` and `invalid_target`. */
export function readAuthorizationRequest(
  given: Parameters,
  client: ClientMetadata,
  isOwnResource: (resource: string) => boolean,
): AuthorizationRequest {
  const redirectUri = readRedirect(given, client)
  const { client_id: clientId = '', state, code_challenge: challenge = '' } = given
  if (given.response_type !== 'code') throw new OAuthError('unsupported_response_type', 'response_type is code.')
  if (given.code_challenge_method !== 'S256' || !challengeForm.test(challenge))
    throw new OAuthError('invalid_request', 'This needs PKCE: code_challenge, with code_challenge_method S256.')
  if (given.response_mode !== undefined && given.response_mode !== 'query')
    throw new OAuthError('invalid_request', 'response_mode is query.')
  if ((state?.length ?? 0) > longestState) throw new OAuthError('invalid_request', 'state is too long.')
  if (given.resource !== undefined && !isOwnResource(given.resource))
    throw new OAuthError('invalid_target', 'resource is another service.')
  const asked = (given.scope ?? '').split(' ').filter((scope) => oauthScopes.includes(scope))
  return {
    clientId,
    clientName: client.name,
    redirectUri,
    state,
    codeChallenge: challenge,
    // A program that names no scope of ours leaves the choice to the owner.
    wantsToSend: asked.length === 0 || asked.includes('write'),
  }
}

const resourcePaths = ['', '/', '/mcp', '/mcp/']

/** Whether a resource indicator means us, at the address by which the caller reaches us. */
export function isResourceAt(host: string, resource: string): boolean {
  if (!URL.canParse(resource)) return false
  const url = new URL(resource)
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  return isWeb && url.host === host.toLowerCase() && url.hash === '' && resourcePaths.includes(url.pathname)
}

/** The address of the program with the outcome; `iss` says of whom it is (RFC 9207). */
export function redirectWith(uri: string, outcome: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(uri)
  for (const [name, value] of Object.entries(outcome)) if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}
