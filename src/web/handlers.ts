/** Maps each row of the endpoint table to what serves it: an action, or the web process itself. */
import type { FastifyRequest } from 'fastify'
import { release } from '../actions/release.ts'
import { type EndpointName, endpoints } from '../contract/endpoints.ts'
import { accessHandlers } from './access-handlers.ts'
import { isHere } from './auth/request-origin.ts'
import type { Handle, WebHandlers } from './handler.ts'
import { pageHandlers } from './pages/page-handlers.ts'
import type { AppParts } from './parts.ts'
import { pluginPageHandlers } from './plugin-pages/plugin-page-handlers.ts'
import { referenceHandlers } from './reference/reference-handlers.ts'

export function handlersOf({
  actions,
  services,
  access,
  identity,
  streams,
  page,
}: AppParts): Record<EndpointName, Handle> {
  const own: WebHandlers = {
    ...accessHandlers({ access, settings: services.settings }),
    ...pageHandlers(access, page),
    ...referenceHandlers(release()),
    ...pluginPageHandlers(services, access),
    prove_identity: ({ nonce }, { request: { raw } }) => {
      const { localAddress: host = '', localPort: port = 0 } = raw.socket
      return { proof: identity.prove(nonce, { host, port }) }
    },
    events: streams.events,
    logs: streams.logs,
  }
  // Input and handler belong to the same row of the table, which the types cannot follow through a loop.
  const [byWeb, byAction] = [own, actions] as unknown as Record<
    string,
    (input: unknown, ...rest: unknown[]) => unknown
  >[]
  const handleOf = (name: EndpointName): Handle =>
    endpoints[name].by === 'web'
      ? (input, asking) => byWeb?.[name]?.(input, asking)
      : (input, { caller, request, file }) =>
          byAction?.[name]?.(input, services, {
            ...{ caller, headers: headersOf(request), isHere: isHere(request) },
            ...(file && { file }),
          })
  const names = Object.keys(endpoints) as EndpointName[]
  return Object.fromEntries(names.map((name) => [name, handleOf(name)])) as Record<EndpointName, Handle>
}

const headersOf = ({ headers }: FastifyRequest): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  )
