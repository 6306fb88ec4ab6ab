/** Reads what a program says of itself when it registers (RFC 7591). */
import { isObject } from '../../base/json-object.ts'
import { OAuthError } from './oauth-error.ts'
import { isAllowedRedirect, redirectTarget } from './redirect-uri.ts'

export interface ClientMetadata {
  name: string
  redirectUris: readonly string[]
}

const mostRedirects = 10
const longestRedirects = 2_000
const longestName = 60

/** Throws `invalid_redirect_uri` and `invalid_client_metadata`. */
export function readClientMetadata(given: unknown): ClientMetadata {
  if (!isObject(given)) throw new OAuthError('invalid_client_metadata', 'The registration is not an object.')
  const { redirect_uris: uris, client_name: name } = given
  if (!Array.isArray(uris) || uris.length === 0)
    throw new OAuthError('invalid_redirect_uri', 'redirect_uris has at least one address.')
  const redirectUris = uris.map((uri) => requireAllowed(uri))
  if (uris.length > mostRedirects || redirectUris.join('').length > longestRedirects)
    throw new OAuthError('invalid_redirect_uri', `redirect_uris has ${mostRedirects} short addresses at most.`)
  return { name: readableName(name) || redirectTarget(redirectUris[0] ?? '').host, redirectUris }
}

function requireAllowed(uri: unknown): string {
  if (typeof uri === 'string' && isAllowedRedirect(uri)) return uri
  throw new OAuthError(
    'invalid_redirect_uri',
    'A redirect URI is https, http on the same machine, or the scheme of an app.',
  )
}

/** A person reads it: in one line, without characters that nobody sees or that turn the direction of the text. */
const readableName = (name: unknown): string =>
  typeof name === 'string'
    ? name
        .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\s]+/gu, ' ')
        .trim()
        .slice(0, longestName)
        .toWellFormed()
    : ''
