/** The errors of OAuth, which have names and a form of their own (RFC 6749, 7591, 8707). */

export const oauthErrors = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  unsupported_grant_type: 400,
  unsupported_response_type: 400,
  invalid_target: 400,
  invalid_redirect_uri: 400,
  invalid_client_metadata: 400,
  access_denied: 400,
  server_error: 500,
} as const
export type OAuthErrorCode = keyof typeof oauthErrors

export class OAuthError extends Error {
  readonly code: OAuthErrorCode

  constructor(code: OAuthErrorCode, description: string, options?: ErrorOptions) {
    super(description, options)
    this.name = 'OAuthError'
    this.code = code
  }
}
