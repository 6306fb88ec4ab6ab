/**
 * The web process as one function of its parts: it registers a route for each row of the endpoint table and listens
 * nowhere.
 */
import { Readable } from 'node:stream'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Caller } from '../actions/action.ts'
import { addNotifierRoutes, type NotifierDeps } from '../compat/notifiers/routes.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { endpoints } from '../contract/endpoints.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { UploadedFile } from '../sending/sending.ts'
import { Connections, type Standing } from './auth/connections.ts'
import { securityHeaders } from './auth/security-headers.ts'
import { serverLimits } from './auth/server-limits.ts'
import { onBrokenRequest, onOverload, onSlowBody } from './broken-request.ts'
import { failureResponse, surfaceOf } from './failure.ts'
import type { Handle } from './handler.ts'
import { type AppDeps, handlersOf } from './handlers.ts'
import { addMcpRoutes } from './mcp/mcp-routes.ts'
import { addOAuthRoutes } from './oauth/oauth-routes.ts'
import { asHtml, isForPeople, leadsToLogin } from './pages/page-failure.ts'
import { allowedMethods, methodsOf } from './request/allowed-methods.ts'
import { acceptBodies, isForm } from './request/bodies.ts'
import { type FormReader, type FormRow, withForm } from './request/form.ts'
import { inputReader } from './request/input.ts'
import { requireKnownExpectation, requireKnownHeaders } from './request/known-headers.ts'
import { respond } from './respond.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
  interface FastifyInstance {
    /** The limits on connections, for the servers that this app responds through. */
    connections: Connections
  }
  interface FastifyRequest {
    /** The caller of this request, once admitted. */
    caller: Caller
  }
}

/** The table reads the input, and responses are already JSON, so Fastify's own compilers need not be loaded. */
function unneeded(): never {
  throw new Error('A route brings a schema of its own.')
}

const bytesInMb = 1024 * 1024
/** Longest GUID as it is written in a path. */
const longestParam = 600

export function createApp(parts: AppDeps): FastifyInstance {
  const { access, services } = parts
  const app = Fastify({
    ...serverLimits,
    logger: false,
    schemaController: { compilersFactory: { buildValidator: unneeded, buildSerializer: unneeded } },
    // Each handler responds in its own words; no text of Fastify's reaches a caller.
    frameworkErrors: (error, request, reply) => void refusedEarly(error, request, reply),
    clientErrorHandler: onBrokenRequest,
    // The servers end their streams first and then close.
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: longestParam, querystringParser: () => ({}) },
  })

  const connections = new Connections({ overloaded: onOverload, tooSlow: onSlowBody })
  app.decorate('connections', connections)
  acceptBodies(app)
  app.decorateRequest('caller')
  app.addHook('onRequest', admission(access, connections))
  app.setNotFoundHandler(({ method, url }) => {
    const allowed = allowedMethods(url)
    if (allowed.length === 0) throw new ServiceError('not_found', 'There is no such address.')
    throw new ServiceError('method_not_allowed', `${method} is not possible at this address.`, { allowed })
  })
  app.setErrorHandler(failed)
  const handlers = handlersOf(parts)
  const forms = { uploads: parts.uploads, maxFileBytes: () => services.settings.current().send.max_file_mb * bytesInMb }
  for (const [name, endpoint] of Object.entries(endpoints))
    addRoute(app, endpoint, { handle: handlers[name as keyof typeof handlers], forms })
  addNotifierRoutes(app, notifierDeps(parts))
  addMcpRoutes(app, { ...parts, connections })
  addOAuthRoutes(app, parts)
  return app

  function failed(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const { endpoint } = request.routeOptions.config
    const login = leadsToLogin(error, request)
    if (login !== undefined) return reply.redirect(login, 303)
    const label = endpoint === undefined ? 'a request' : `${endpoint.method} ${endpoint.path}`
    const surface = isForPeople(request) ? 'page' : surfaceOf(request.headers)
    const { status, headers, body } = failureResponse(error, {
      log: services.log,
      label,
      surface,
      bodyLimit: request.routeOptions.bodyLimit ?? serverLimits.bodyLimit,
    })
    reply.code(status).headers(headers)
    if (isForPeople(request)) return reply.type('text/html; charset=utf-8').send(asHtml(body.error))
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
  }

  /** Handles an address that cannot be decoded, which reaches no hook. */
  function refusedEarly(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    reply.headers(securityHeaders('api'))
    try {
      access.guard(request)
      return failed(error, request, reply)
    } catch (refusal) {
      return failed(refusal, request, reply)
    }
  }
}

/** Admits the caller of a request, or throws what refuses it, before its body is read. */
const admission =
  (access: AppDeps['access'], connections: Connections) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { endpoint } = request.routeOptions.config
    reply.headers(securityHeaders(kindOf(request)))
    if (isForm(request)) reply.header('cache-control', 'no-store')
    access.guard(request)
    requireKnownExpectation(request.headers)
    if (endpoint === undefined) return
    request.caller = access.admit(request, endpoint)
    connections.stand(request.raw, standingOf(request.caller, endpoint))
    requireKnownHeaders(request.headers, endpoint)
    const cookie = access.refreshedCookie(request.caller)
    if (cookie !== undefined) reply.header('set-cookie', cookie)
  }

const notifierDeps = ({ access, actions, services, uploads }: AppDeps): NotifierDeps => ({
  actions,
  services,
  keyHolder: access.keyHolder,
  keep: (bytes) => uploads.keep(Readable.from([bytes]), services.settings.current().send.max_file_mb * bytesInMb),
  release: uploads.release,
  explain(error, label) {
    const { status, body } = failureResponse(error, {
      log: services.log,
      label,
      surface: 'api',
      bodyLimit: serverLimits.bodyLimit,
    })
    return { status, ...body.error }
  },
})

interface RouteDeps {
  handle: Handle
  forms: FormReader
}

function addRoute(app: FastifyInstance, endpoint: Endpoint, { handle, forms }: RouteDeps): void {
  const read = inputReader(endpoint)
  app.route({
    method: methodsOf(endpoint),
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { endpoint },
    ...(endpoint.scope === 'open' && { bodyLimit: serverLimits.strangerBodyLimit }),
    async handler(request, reply) {
      const { caller, raw, params, body } = request
      const address = read.address({ url: raw.url ?? '', params: params as Record<string, string> })
      const respondTo = async (given: unknown, file?: UploadedFile) => {
        const context = { caller, request, reply, ...(file && { file }) }
        return respond(request, reply, endpoint, await handle({ ...address, ...read.body(given, address) }, context))
      }
      if (!takesFile(endpoint)) return respondTo(body)
      return withForm(raw, endpoint, forms, ({ fields, file }) => respondTo(fields, file))
    },
  })
}

/** Returns the rank of a request's connection: a known browser or key keeps its connection ahead of unknown callers. */
function standingOf({ via, scopes }: Caller, { returns }: Endpoint): Standing {
  if (returns.as === 'events') return 'stream'
  if (via !== 'open') return 'known'
  return scopes.length === 0 ? 'stranger' : 'open'
}

const takesFile = (endpoint: Endpoint): endpoint is Endpoint & FormRow =>
  endpoint.upload !== undefined && endpoint.body !== undefined

function kindOf(request: FastifyRequest): Parameters<typeof securityHeaders>[0] {
  const { endpoint } = request.routeOptions.config
  if (endpoint === endpoints.plugin_frame) return 'frame'
  if (endpoint?.returns.as === 'page' || endpoint?.returns.as === 'redirect' || isForPeople(request)) return 'page'
  if (endpoint?.returns.as !== 'bytes') return 'api'
  return endpoint.by === 'web' ? 'page' : 'attachment'
}
