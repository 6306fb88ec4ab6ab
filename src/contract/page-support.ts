/** Declares what only the page requests: who is signed in. */
import { type Static, Type } from '@sinclair/typebox'
import { Nullable, OneOf } from './fields.ts'
import { ApiKey } from './key.ts'
import { scopes } from './scopes.ts'

export const PageSession = Type.Object({
  mode: OneOf(['open', 'session', 'key'], '`open`: no password is set.'),
  scopes: Type.Array(OneOf(scopes)),
  csrf_token: Nullable(Type.String(), 'For the header `X-CSRF-Token` of every POST, PUT and DELETE with the cookie.'),
  as_key: Nullable(
    Type.Pick(ApiKey, ['id', 'label', 'scopes', 'grant', 'expires_at', 'names']),
    'The API key through which the owner looks; null for their own view.',
  ),
  offline_alert_s: Type.Integer({ minimum: 0, description: 'The setting `web.offline_alert_s`.' }),
})
export type PageSession = Static<typeof PageSession>
