/**
 * Serves `/mcp`, the tools for language models over HTTP, to holders of an API key, and while no password is set to
 * programs of this Mac. Nothing of MCP is loaded before the first request.
 */
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actions, Caller } from '../../actions/action.ts'
import type { Services } from '../../actions/services.ts'
import { principalOf } from '../../domain/access/principal.ts'
import { ServiceError } from '../../domain/service-error.ts'
import type { HttpCaller, StreamableHttp } from '../../mcp/streamable-http.ts'
import { release } from '../../store/release.ts'
import type { Access } from '../auth/access.ts'
import type { Connections } from '../auth/connections.ts'
import { serverLimits } from '../auth/server-limits.ts'
import { failureResponse } from '../failure.ts'
import { challengeOf } from '../oauth/oauth-routes.ts'
import { clientAs } from './client-as.ts'

const mcpPath = '/mcp'

export interface McpRouteDeps {
  actions: Actions
  services: Services
  access: Pick<Access, 'admit' | 'stillAdmitted' | 'originOf' | 'isOpen'>
  connections: Connections
}

const methods = ['GET', 'POST', 'DELETE']
const parseError = -32_700
const serverError = -32_000

export function addMcpRoutes(app: FastifyInstance, { actions, services, access, connections }: McpRouteDeps): void {
  let opening: Promise<StreamableHttp> | undefined
  const opened = () => {
    opening ??= import('../../mcp/streamable-http.ts').then(
      (mcp) =>
        new mcp.StreamableHttp({ version: release(), nowMs: services.nowMs, tell: (line) => services.log.info(line) }),
    )
    return opening
  }
  // Streams end before their connections are closed.
  app.addHook('preClose', async () => (await opening)?.close())

  app.register(async (routes) => {
    routes.addHook('onRequest', async (request) => {
      if (!methods.includes(request.method))
        throw new ServiceError('method_not_allowed', `${request.method} is not possible at this address.`, {
          allowed: methods,
        })
      request.caller = admit(request)
      const standing = request.caller.via === 'open' ? 'open' : 'known'
      connections.stand(request.raw, request.method === 'GET' ? 'stream' : standing)
    })
    routes.setErrorHandler((error, request, reply) => {
      const { status, headers, body } = failureResponse(error, {
        log: services.log,
        label: `${request.method} ${mcpPath}`,
        surface: 'api',
        bodyLimit: serverLimits.bodyLimit,
      })
      const { code: data, message, details } = body.error
      const code = status === 400 ? parseError : serverError
      if (status === 401 && !access.isOpen())
        reply.header(
          'www-authenticate',
          challengeOf(access.originOf(request), request.headers.authorization !== undefined),
        )
      reply.code(status).headers(headers).type('application/json; charset=utf-8')
      return reply.send(
        JSON.stringify({ jsonrpc: '2.0', error: { code, message, data: { code: data, details } }, id: null }),
      )
    })
    routes.all(mcpPath, async (request, reply) => {
      const mcp = await opened()
      return forward(await mcp.respond(webRequestOf(request, reply), callerOf(request.caller), request.body), reply)
    })
  })

  /** A browser that is signed in has no business here: another page could make it ask. */
  function admit(request: FastifyRequest): Caller {
    const caller = access.admit(request, { scope: 'read', limited: 'narrowed' })
    if (caller.via === 'session') throw new ServiceError('unauthenticated', 'MCP needs an API key.')
    return caller
  }

  /** A session outlives a change of the key's grant, since each of its requests is admitted anew. */
  function isStillAdmitted(caller: Caller): boolean {
    const key = services.settings.current().auth.api_keys.find(({ id }) => id === caller.id)
    return access.stillAdmitted({ ...caller, grant: key?.grant ?? null })
  }

  const callerOf = (caller: Caller): HttpCaller => ({
    principal: principalOf(caller),
    isAdmitted: () => isStillAdmitted(caller),
    access: (sendLimit) => ({
      client: clientAs({ actions, services, caller }),
      scopes: caller.scopes,
      grant: caller.grant,
      answers: (endpoint) => Object.hasOwn(actions, endpoint),
      refused: (target) =>
        services.audit.append({ action: 'sent', principal: principalOf(caller), target, result: 'refused' }),
      sendLimit,
      howToAllow: 'The owner can allow it in Settings → Security → API keys.',
    }),
  })
}

/** The body was read already, and is handed over beside it. */
function webRequestOf({ method, headers, raw }: FastifyRequest, reply: FastifyReply): Request {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  const given = Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  return new Request(`http://${headers.host}${raw.url}`, {
    method,
    headers: given as [string, string][],
    signal: gone.signal,
  })
}

function forward({ status, headers, body }: Response, reply: FastifyReply): FastifyReply {
  reply.code(status)
  for (const [name, value] of headers) if (name !== 'connection') reply.header(name, value)
  return body === null ? reply.send() : reply.send(Readable.fromWeb(body as ReadableStream))
}
