/**
 * Answers as a BlueBubbles server does: routes from the table, the password in the address or in a header, everything in
 * one envelope. It listens nowhere by itself.
 *
 * Any host and any origin may ask, as with the original, since nothing is granted to whoever has no password: no cookie,
 * no address and no signed-in browser counts here. A page whose name was rebound to this Mac learns what it would learn
 * from the word "BlueBubbles" on an open port. The password is an API key with 192 random bits, which cannot be guessed;
 * so, as at our own API, wrong ones are refused and not counted, and a client with an old password locks nobody out.
 */
import { Readable } from 'node:stream'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Bytes, Caller } from '../../actions/action.ts'
import { servicesFor } from '../../actions/narrowed/services-for.ts'
import type { Services } from '../../actions/services.ts'
import { isObject } from '../../base/json-object.ts'
import { requireOpenTo } from '../../domain/grant/open-to.ts'
import { hasCode } from '../../domain/service-error.ts'
import {
  BlueBubblesError,
  badRequest,
  type Envelope,
  type ExplainedFailure,
  errorFor,
  goodEnvelope,
  missesScope,
  needsPrivateApi,
  unauthorized,
} from './envelope.ts'
import type { Host } from './host.ts'
import { type Fields, fieldsOf, passwordIn } from './input.ts'
import { type BlueBubblesRequest, FileAnswer, type Route, type Session, type UploadedFile } from './request.ts'
import { routes } from './routes.ts'

export interface AppDeps {
  services: Services
  host: Host
  /** The holder of the key. Throws `key_paused` and `unauthenticated`. */
  admit(password: string, request: Pick<FastifyRequest, 'raw'>): Caller
  sessionOf(caller: Caller): Session
  live: BlueBubblesRequest['live']
  /** Tells an unexpected failure to the log, and returns what may be said of any failure. */
  explain(error: unknown, label: string): ExplainedFailure
  /** Reads a form with one file, which is kept until `use` has ended. */
  withUpload<T>(
    request: FastifyRequest,
    part: string,
    use: (form: { fields: Record<string, unknown>; file: UploadedFile }) => Promise<T>,
  ): Promise<T>
  signal: AbortSignal
  /** Limits on connections and headers. */
  limits: object
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The row of the table of a route for BlueBubbles' clients. */
    blueBubbles?: Route
  }
}

const root = '/api/v1/'
const bodyLimitBytes = 8 * 1024 * 1024
/** Longest parameter of a path. */
const longestParam = 1_000

export function createBlueBubblesApp(deps: AppDeps): FastifyInstance {
  const app = Fastify({
    ...deps.limits,
    bodyLimit: bodyLimitBytes,
    logger: false,
    schemaController: { compilersFactory: { buildValidator: unneeded, buildSerializer: unneeded } },
    frameworkErrors: (_error, _request, reply) => void plainNotFound(reply),
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    routerOptions: {
      maxParamLength: longestParam,
      ignoreTrailingSlash: true,
      caseSensitive: false,
      querystringParser: () => ({}),
    },
  })
  acceptAnyBody(app)
  app.decorateRequest('caller')
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headersFor(request))
    const { blueBubbles: route } = request.routeOptions.config
    // The body of a stranger is not read.
    if (route !== undefined) requireAllowed(admit(request, deps), route)
  })
  app.options('*', (request, reply) =>
    request.headers['access-control-request-method'] === undefined
      ? plainNotFound(reply)
      : reply.code(204).headers(preflightHeaders(request)).send(),
  )
  app.setNotFoundHandler((_request, reply) => plainNotFound(reply))
  app.setErrorHandler((error, request, reply) => send(request, reply, envelopeOf(error, request)))
  app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(landingPage))
  for (const route of routes)
    app.route({
      method: route.method === 'GET' ? ['GET', 'HEAD'] : [route.method],
      url: `${root}${route.path}`,
      config: { blueBubbles: route },
      handler: (request, reply) => answer(request, reply, route),
    })
  return app

  async function answer(request: FastifyRequest, reply: FastifyReply, route: Route): Promise<FastifyReply> {
    const { handle, upload } = route
    if (handle === undefined) throw needsPrivateApi()
    const common = {
      session: deps.sessionOf(request.caller),
      services: servicesFor(deps.services, request.caller, 'narrowed'),
      macos: () => deps.services.mac.macos(),
      live: deps.live,
      host: deps.host,
      params: request.params as Record<string, string>,
      query: queryOf(request),
      signal: deps.signal,
    }
    const result =
      upload === undefined || !isUpload(request)
        ? await handle({ ...common, body: fieldsOf(request.body), rawBody: request.body })
        : await deps.withUpload(request, upload, async ({ fields, file }) =>
            handle({ ...common, body: fields, rawBody: fields, file }),
          )
    if (result instanceof FileAnswer) return sendFile(request, reply, result.bytes)
    return send(request, reply, goodEnvelope(result))
  }

  function envelopeOf(error: unknown, request: FastifyRequest): Envelope {
    if (error instanceof BlueBubblesError) return error.envelope
    const { method, path } = request.routeOptions.config.blueBubbles ?? { method: request.method, path: '' }
    return errorFor(deps.explain(error, `${method} ${path} of the BlueBubbles listener`)).envelope
  }
}

/** The table reads the input, and answers are already JSON, so Fastify's own compilers need not be loaded. */
function unneeded(): never {
  throw new Error('A route brings a schema of its own.')
}

function admit(request: FastifyRequest, { admit: holderOf }: AppDeps): Caller {
  const password = passwordIn(queryOf(request), request.headers)
  if (password === '') throw unauthorized('Missing server password!')
  try {
    request.caller = holderOf(password, request)
    return request.caller
  } catch (error) {
    // A wrong password is told in the word of the original. What became of a right one, clients show as it is said.
    if (hasCode(error, 'unauthenticated') && error.details.reason !== 'expired') throw unauthorized()
    throw error
  }
}

function requireAllowed(caller: Caller, { scopes, isWholeOnly }: Route): void {
  const missing = scopes.find((scope) => !caller.scopes.includes(scope))
  if (missing !== undefined) throw missesScope(missing)
  requireOpenTo(caller, isWholeOnly ? 'refused' : 'narrowed')
}

/** The first of several values of one name counts. */
function queryOf({ raw }: FastifyRequest): Fields {
  const url = raw.url ?? ''
  const start = url.indexOf('?')
  if (start < 0) return {}
  const fields: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(url.slice(start + 1)))
    if (!Object.hasOwn(fields, name) && name !== '__proto__') fields[name] = value
  return fields
}

const isUpload = ({ headers }: FastifyRequest): boolean => /^multipart\/form-data/i.test(headers['content-type'] ?? '')

/**
 * JSON counts as such under any type, since scripts that send it with curl often name none. A form with a file is read
 * later, by the route that takes one.
 */
function acceptAnyBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('multipart/form-data', async (request: FastifyRequest) => {
    if (request.routeOptions.config.blueBubbles?.upload === undefined)
      throw badRequest('This takes no form with files.')
  })
  app.addContentTypeParser('*', { parseAs: 'string' }, async (request: FastifyRequest, body: string) =>
    bodyOf(body, request.headers['content-type'] ?? ''),
  )
}

function bodyOf(body: string, type: string): unknown {
  if (body.trim() === '') return undefined
  try {
    const value: unknown = JSON.parse(body)
    return isObject(value) || Array.isArray(value) ? value : {}
  } catch {
    if (!/json/i.test(type)) return Object.fromEntries(new URLSearchParams(body))
    // The error of JSON.parse quotes the body.
    throw badRequest('The body is not JSON.')
  }
}

/** The word that Koa says, by which some clients find out what a server has. */
const plainNotFound = (reply: FastifyReply): FastifyReply =>
  reply.code(404).type('text/plain; charset=utf-8').send('Not Found')

function headersFor({ headers }: FastifyRequest): Record<string, string> {
  return {
    ...(headers.origin !== undefined && { 'access-control-allow-origin': headers.origin, vary: 'Origin' }),
    'cache-control': 'no-store',
    'content-security-policy': "sandbox; default-src 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }
}

const preflightHeaders = ({ headers }: FastifyRequest): Record<string, string> => ({
  'access-control-allow-methods': 'GET,HEAD,PUT,POST,DELETE',
  'access-control-max-age': '600',
  ...(headers['access-control-request-headers'] !== undefined && {
    'access-control-allow-headers': headers['access-control-request-headers'],
  }),
  ...(headers['access-control-request-private-network'] !== undefined && {
    'access-control-allow-private-network': 'true',
  }),
})

function send(request: FastifyRequest, reply: FastifyReply, envelope: Envelope): FastifyReply {
  const isPretty = queryOf(request).pretty !== undefined
  const json = isPretty ? JSON.stringify(envelope, undefined, 2) : JSON.stringify(envelope)
  return reply.code(envelope.status).type('application/json; charset=utf-8').send(json)
}

function sendFile(request: FastifyRequest, reply: FastifyReply, { status, headers, body }: Bytes): FastifyReply {
  reply.code(status).headers(headers)
  if (request.method !== 'HEAD') return reply.send(body ?? '')
  if (body instanceof Readable) body.destroy()
  return reply.send('')
}

const landingPage = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Local Messaging Relay</title>
<p>Programs written for a BlueBubbles server can connect here, with an API key of Local Messaging Relay as password.</p>
`
