/** Connects to nats-server by TCP or WebSocket; to another machine only with TLS. */
import { connect, jwtAuthenticator, type NatsConnection, wsconnect } from '@nats-io/transport-node'
import { messageOf } from '../base/errors.ts'
import { hostIn, isLoopback } from '../domain/access/address.ts'
import { ServiceError } from '../domain/service-error.ts'

export interface NatsAccess {
  /** Addresses such as `nats://host:4222`, `tls://host:4222` or `wss://host/path`. */
  servers: readonly string[]
  /** Undefined for a server without accounts, as in some tests. */
  credentials?: { jwt: string; seed: Uint8Array } | undefined
  /** Certificates in PEM of authorities that sign those of the servers, beside the ones that Node knows. */
  ca?: string | null | undefined
  /** The beginning of the subjects for answers. */
  inbox?: string | undefined
  /** The name under which nats-server lists the connection. */
  name: string
  /** Whether to try again after the server refused the credentials, which it may learn a moment later. */
  isPatient?: boolean
}

const reconnectMs = 500
/** Short, so that an attempt during an outage is soon followed by another. */
const connectMs = 5_000
/**
 * A server that is silent for twice this time counts as gone; a cut connection would be noticed much later otherwise.
 */
const pingMs = 2_000

/** Throws `hub_unavailable`. */
export async function connectNats(access: NatsAccess): Promise<NatsConnection> {
  const { servers, credentials, ca, inbox, name, isPatient = false } = access
  const urls = servers.map(natsUrl)
  const isWebSocket = urls.some(({ protocol }) => /^wss?:$/.test(protocol))
  const isByTls = urls.some((url) => url.protocol === 'tls:' || !isLoopback(hostIn(url)))
  try {
    return await (isWebSocket ? wsconnect : connect)({
      servers: [...servers],
      name,
      maxReconnectAttempts: -1,
      reconnectTimeWait: reconnectMs,
      timeout: connectMs,
      pingInterval: pingMs,
      maxPingOut: 2,
      ignoreAuthErrorAbort: isPatient,
      ...(credentials && { authenticator: jwtAuthenticator(credentials.jwt, credentials.seed) }),
      ...(isByTls && !isWebSocket && { tls: { ...(ca && { ca }) } }),
      ...(inbox !== undefined && { inboxPrefix: inbox }),
    })
  } catch (error) {
    throw new ServiceError('hub_unavailable', `NATS does not answer at ${servers.join(', ')}: ${messageOf(error)}.`)
  }
}

/** Throws `invalid_request` for an address that is not one of NATS, or that would let others read the connection. */
function natsUrl(server: string): URL {
  const url = URL.parse(server)
  if (url === null || !/^(nats|tls|wss?):$/.test(url.protocol) || url.hostname === '')
    throw new ServiceError('invalid_request', `“${server}” is no address of NATS, such as tls://hub.example.org:4222.`)
  if (url.username !== '' || url.password !== '')
    throw new ServiceError('invalid_request', 'An address of NATS has no password: the hub makes keys for it.')
  if (url.protocol === 'ws:' && !isLoopback(hostIn(url)))
    throw new ServiceError(
      'insecure_address',
      `Others could read the connection to ${server}. Use wss:// for another machine.`,
    )
  return url
}
