/**
 * Serves OAuth for programs that use MCP: what there is (RFC 9728, RFC 8414), registration, the owner's consent, tokens
 * and revocation. There is none of it while no password is set, since nobody needs to be let in then.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { type Static, Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requireKnownLines } from '../../actions/list-lines.ts'
import type { Services } from '../../actions/services.ts'
import { fields } from '../../contract/endpoint.ts'
import { OneOf } from '../../contract/fields.ts'
import { NewApiKey } from '../../contract/key.ts'
import { names } from '../../contract/names.ts'
import { type AccessRequest, accessRequestPath, authorizePath, letInPath } from '../../contract/oauth-paths.ts'
import { principalOf } from '../../domain/access/principal.ts'
import {
  isResourceAt,
  oauthScopes,
  type Parameters,
  readAuthorizationRequest,
  readRedirect,
  redirectWith,
} from '../../domain/oauth/authorization-request.ts'
import { OAuthError, oauthErrors } from '../../domain/oauth/oauth-error.ts'
import { redirectTarget } from '../../domain/oauth/redirect-uri.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { macName } from '../../mac/this-mac.ts'
import type { Access } from '../auth/access.ts'
import { securityHeaders } from '../auth/security-headers.ts'
import { serverLimits } from '../auth/server-limits.ts'
import { failureResponse } from '../failure.ts'
import { inputReader } from '../request/input.ts'
import type { AuthorizationServer } from './authorization-server.ts'
import { choiceOf } from './choice.ts'

/** The request of the page when the owner has decided. */
const Decision = fields({
  request: Type.Record(Type.String(), Type.String(), { description: 'The query with which the program asks.' }),
  decision: OneOf(['allow', 'refuse']),
  key: Type.Optional(NewApiKey),
})
const decisionReader = inputReader({ body: Decision })

export interface OAuthRouteDeps {
  services: Services
  access: Access
}

const formType = 'application/x-www-form-urlencoded'
const ofMcp = '/.well-known/oauth-protected-resource/mcp'

/** Tells a program without a valid key where to learn how it is let in. */
export const challengeOf = (origin: string, hasToken: boolean): string =>
  `Bearer resource_metadata="${origin}${ofMcp}"${hasToken ? ', error="invalid_token"' : ''}`

export function addOAuthRoutes(app: FastifyInstance, { services, access }: OAuthRouteDeps): void {
  let opening: Promise<Opened> | undefined
  const opened = () => {
    opening ??= open({ services, access })
    return opening
  }

  app.register(async (routes) => {
    routes.removeContentTypeParser(formType)
    routes.addContentTypeParser(formType, { parseAs: 'string' }, async (_request: FastifyRequest, body: string) =>
      parametersIn(new URLSearchParams(body)),
    )
    routes.addHook('onRequest', async (request, reply) => {
      if (access.isOpen() && request.routeOptions.url !== authorizePath) reply.callNotFound()
    })
    routes.setErrorHandler((error, request, reply) => {
      if (error instanceof OAuthError) return failed(reply, error)
      const { status, body } = failureResponse(error, {
        log: services.log,
        label: `${request.method} ${request.routeOptions.url}`,
        surface: 'api',
        bodyLimit: serverLimits.strangerBodyLimit,
      })
      const code = status < 500 ? 'invalid_request' : 'server_error'
      return json(reply, status, { error: code, error_description: body.error.message })
    })

    for (const path of ['/.well-known/oauth-protected-resource', ofMcp])
      routes.get(path, (request, reply) => json(reply, 200, resourceMetadata(access.originOf(request))))
    routes.get('/.well-known/oauth-authorization-server', (request, reply) =>
      json(reply, 200, serverMetadata(access.originOf(request))),
    )
    const bodyLimit = serverLimits.strangerBodyLimit
    routes.post('/oauth/register', { bodyLimit }, async (request, reply) =>
      json(reply, 201, (await opened()).server.register(request.body)),
    )
    routes.post('/oauth/token', { bodyLimit }, async (request, reply) =>
      json(reply, 200, (await opened()).server.token(formOf(request), ownResource(request))),
    )
    routes.post('/oauth/revoke', { bodyLimit }, async (request, reply) => {
      ;(await opened()).server.revoke(formOf(request))
      return json(reply, 200, {})
    })
    routes.get(authorizePath, async (request, reply) => show(await opened(), request, reply))
    routes.get(accessRequestPath, async (request, reply) => describe(await opened(), request, reply))
    routes.post(authorizePath, async (request, reply) => decide(await opened(), request, reply))
  })

  /** Leads the owner to the page that asks. Whoever is not signed in does that first, and comes back. */
  function show(parts: Opened, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const accepted = request.headers['accept-language']
    if (access.isOpen()) return page(reply.code(409), parts.refusalPage({ accepted, error: undefined }))
    const owner = ownerOf(request)
    if (owner === undefined) {
      const here = request.raw.url ?? authorizePath
      // A browser that another site led here sends no strict cookie; it does when our own page leads on.
      if (['cross-site', 'same-site'].includes(String(request.headers['sec-fetch-site'])))
        return page(reply.header('refresh', `0; url=${here}`), '')
      return reply.redirect(`/login?next=${encodeURIComponent(here)}`, 303)
    }
    return explained(parts, request, reply, (given) => {
      readAuthorizationRequest(given, parts.server.client(given.client_id), ownResource(request))
      return reply.redirect(`/app${letInPath}?${new URLSearchParams(given)}`, 303)
    })
  }

  /** Tells the page about the program. Throws an `OAuthError` for a wrong request. */
  function describe({ server }: Opened, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    requireOwner(request)
    const given = queryOf(request)
    const wanted = readAuthorizationRequest(given, server.client(given.client_id), ownResource(request))
    const { host, isThisMachine } = redirectTarget(wanted.redirectUri)
    return json(reply, 200, {
      name: wanted.clientName,
      host,
      is_this_machine: isThisMachine,
      mac: macName(),
      wants_to_send: wanted.wantsToSend,
    } satisfies AccessRequest)
  }

  /** Answers with the address of the program to which the browser goes. */
  async function decide({ server }: Opened, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const owner = requireOwner(request)
    const csrfToken = request.headers['x-csrf-token']
    if (!isSame(typeof csrfToken === 'string' ? csrfToken : undefined, access.csrfToken(owner)))
      throw new ServiceError('forbidden', 'Only the page of this service lets a program in.', {
        missing: 'the token of the page',
      })
    const { request: given, decision, key } = decisionReader.body(request.body) as Static<typeof Decision>
    const wanted = readAuthorizationRequest(given, server.client(given.client_id), ownResource(request))
    const { redirectUri, state } = wanted
    const iss = access.originOf(request)
    if (decision === 'refuse')
      return json(reply, 200, { location: redirectWith(redirectUri, { error: 'access_denied', state, iss }) })
    await requireKnownLines(key?.grant, { lines: services.lines })
    const choice = choiceOf(key, wanted, services.nowMs())
    const code = server.allow({ request: wanted, principal: principalOf(owner), choice })
    return json(reply, 200, { location: redirectWith(redirectUri, { code, state, iss }) })
  }

  /** A wrong request is explained to the person, who may go back: nobody is sent anywhere unasked. */
  function explained(
    parts: Opened,
    request: FastifyRequest,
    reply: FastifyReply,
    respond: (given: Parameters) => FastifyReply,
  ): FastifyReply {
    let given: Parameters = {}
    try {
      given = queryOf(request)
      return respond(given)
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error
      const accepted = request.headers['accept-language']
      const back = wayBack(parts.server, given, { error, iss: access.originOf(request) })
      return page(reply.code(400), parts.refusalPage({ accepted, error, ...(back && { back }) }))
    }
  }

  /** Throws `forbidden`. */
  function requireOwner(request: FastifyRequest) {
    const owner = ownerOf(request)
    if (owner !== undefined) return owner
    throw new ServiceError('forbidden', 'Only the owner lets a program in.', { missing: 'a signed-in browser' })
  }

  /** Returns the owner: a browser that is signed in and does not look through the grant of a key. */
  function ownerOf(request: FastifyRequest) {
    const caller = access.admit(request, { scope: 'open', limited: 'refused' })
    return caller.via === 'session' && caller.grant === null && caller.scopes.includes('admin') ? caller : undefined
  }

  const ownResource =
    ({ headers }: FastifyRequest) =>
    (resource: string) =>
      isResourceAt(headers.host ?? '', resource)
}

type Opened = Awaited<ReturnType<typeof open>>

async function open({ services, access }: OAuthRouteDeps) {
  const { AuthorizationServer } = await import('./authorization-server.ts')
  const { refusalPage } = await import('./refusal-page.ts')
  const { settings, audit, nowMs } = services
  const { tokens, installKey } = access
  const server = new AuthorizationServer({ settings, audit, tokens, installKey, nowMs })
  return { server, refusalPage }
}

function wayBack(server: AuthorizationServer, given: Parameters, outcome: { error: OAuthError; iss: string }) {
  try {
    const client = server.client(given.client_id)
    const { code: error, message: error_description } = outcome.error
    const uri = readRedirect(given, client)
    return {
      name: client.name,
      url: redirectWith(uri, { error, error_description, state: given.state, iss: outcome.iss }),
    }
  } catch {
    return undefined
  }
}

function page(reply: FastifyReply, document: string): FastifyReply {
  return reply
    .headers(securityHeaders('page'))
    .header('vary', 'accept-language')
    .type('text/html; charset=utf-8')
    .send(document)
}

const resourceMetadata = (origin: string) => ({
  resource: `${origin}/mcp`,
  authorization_servers: [origin],
  scopes_supported: oauthScopes,
  bearer_methods_supported: ['header'],
  resource_name: names.product,
})

const serverMetadata = (origin: string) => ({
  issuer: origin,
  authorization_endpoint: `${origin}${authorizePath}`,
  token_endpoint: `${origin}/oauth/token`,
  registration_endpoint: `${origin}/oauth/register`,
  revocation_endpoint: `${origin}/oauth/revoke`,
  scopes_supported: oauthScopes,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
})

function failed(reply: FastifyReply, { code, message }: OAuthError): FastifyReply {
  return json(reply, oauthErrors[code], { error: code, error_description: message })
}

const json = (reply: FastifyReply, status: number, value: unknown): FastifyReply =>
  reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(value))

function queryOf({ raw }: FastifyRequest): Parameters {
  const url = raw.url ?? ''
  const start = url.indexOf('?')
  return parametersIn(new URLSearchParams(start < 0 ? '' : url.slice(start + 1)))
}

/** A parameter that is given twice could be read in two ways. */
function parametersIn(search: URLSearchParams): Parameters {
  const pairs = [...search]
  if (new Set(pairs.map(([name]) => name)).size < pairs.length)
    throw new OAuthError('invalid_request', 'A parameter is given twice.')
  return Object.fromEntries(pairs)
}

function formOf({ headers, body }: FastifyRequest): Parameters {
  if (headers['content-type']?.startsWith(formType) && typeof body === 'object' && body !== null)
    return body as Parameters
  throw new OAuthError('invalid_request', `The body is a form, ${formType}.`)
}

const isSame = (given: string | undefined, own: string | null): boolean =>
  given !== undefined && own !== null && timingSafeEqual(sha256(given), sha256(own))

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
