/** Maps each row of the endpoint table to what serves it: an action, or the web process itself. */
import type { FastifyRequest } from 'fastify'
import type { Actions } from '../actions/action.ts'
import { keySeen } from '../actions/key-seen.ts'
import { servicesFor } from '../actions/narrowed/services-for.ts'
import { notingRefusals } from '../actions/note-refusals.ts'
import type { Services } from '../actions/services.ts'
import { type EndpointName, endpoints } from '../contract/endpoints.ts'
import { ServiceError } from '../domain/service-error.ts'
import { release } from '../store/release.ts'
import type { Uploads } from '../store/uploads.ts'
import type { WebIdentity } from '../store/web-address.ts'
import { accessHandlers } from './access-handlers.ts'
import type { Access } from './auth/access.ts'
import { isHere } from './auth/request-origin.ts'
import type { Handle, WebHandlers } from './handler.ts'
import { pageHandlers } from './pages/page-handlers.ts'
import { packageHandlers } from './plugin-packages.ts'
import { pluginPageHandlers } from './plugin-pages/plugin-page-handlers.ts'
import { referenceHandlers } from './reference/reference-page.ts'
import type { Streams } from './streams/streams.ts'

export function handlersOf({
  actions,
  services,
  access,
  identity,
  streams,
  page,
  answers = isOfMac,
  whyNot = () => 'The hub does not answer this.',
}: AppDeps): Record<EndpointName, Handle> {
  const names = Object.keys(endpoints) as EndpointName[]
  const own: WebHandlers = {
    ...accessHandlers({ access, settings: services.settings, keySeen: (id) => keySeen(id, services) }),
    ...pageHandlers(services, access, { page, lacks: names.filter((name) => isOfMac(name) && !answers(name)) }),
    ...referenceHandlers(release(), answers === isOfMac ? undefined : answers),
    ...pluginPageHandlers(services, access),
    ...packageHandlers(services, access),
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
  const handleOf = (name: EndpointName): Handle => {
    if (!answers(name)) return endpoints[name].by === 'hub' ? refusedOnMac : () => refusedOnHub(whyNot(name))
    return endpoints[name].by === 'web'
      ? (input, context) => byWeb?.[name]?.(input, context)
      : (input, { caller, request, file }) =>
          notingRefusals(caller, services, () =>
            byAction?.[name]?.(input, servicesFor(services, caller, endpoints[name].limited), {
              caller,
              headers: headersOf(request),
              isHere: isHere(request),
              ...(file && { file }),
            }),
          )
  }
  return Object.fromEntries(names.map((name) => [name, handleOf(name)])) as Record<EndpointName, Handle>
}

const isOfMac = (name: EndpointName): boolean => endpoints[name].by !== 'hub'

function refusedOnMac(): never {
  throw new ServiceError('only_on_hub', 'This is not a hub.')
}

function refusedOnHub(reason: string): never {
  throw new ServiceError('not_on_hub', reason)
}

const headersOf = ({ headers }: FastifyRequest): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  )

/** The dependencies of the web process's app. */
export interface AppDeps {
  actions: Actions
  services: Services
  access: Access
  identity: Pick<WebIdentity, 'prove'>
  streams: Omit<Streams, 'announce'>
  uploads: Pick<Uploads, 'keep' | 'release'>
  /** Folder of the built page, instead of the one beside this program. */
  page?: URL | undefined
  /** Tells which rows of the table are answered at all; a hub lacks some. */
  answers?(name: EndpointName): boolean
  /** Says of a row that is not answered why it is not. */
  whyNot?(name: EndpointName): string
}
