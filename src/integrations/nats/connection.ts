/** The connection to a cluster: it retries until it succeeds, and reconnects automatically. */
import { setTimeout as wait } from 'node:timers/promises'
import {
  type ConnectionOptions,
  connect,
  credsAuthenticator,
  type NatsConnection,
  nkeyAuthenticator,
} from '@nats-io/transport-node'
import { DeliveryRefused, type PluginContext } from '../../plugin-api/index.ts'
import type { Settings } from './settings.ts'

export interface ConnectionDeps {
  settings: Settings
  ctx: Pick<PluginContext, 'log_info' | 'log_warn' | 'retry_now'>
  /** Called once, because subscriptions are restored with the connection. */
  onConnected(connection: NatsConnection): void
}

export interface Connection {
  /** Resolves once there is a connection, or once the first attempt failed. */
  readonly triedOnce: Promise<void>
  /** Throws while there is none: nothing is queued here. */
  current(): NatsConnection
  close(): Promise<void>
}

const retryMs = 3_000
const nextTryS = 5

export function openConnection({ settings, ctx, onConnected }: ConnectionDeps): Connection {
  const options = optionsOf(settings)
  const opened = Promise.withResolvers<void>()
  const closing = new AbortController()
  let connection: NatsConnection | undefined
  let isThere = false
  let trouble = 'not connected yet'

  const appear = (): void => {
    isThere = true
    ctx.log_info('Connected to NATS.')
    ctx.retry_now()
  }
  const vanish = (reason: string): void => {
    if (isThere || connection === undefined) ctx.log_warn(`No connection to NATS: ${reason}.`)
    isThere = false
    trouble = reason
  }
  const watch = async (watched: NatsConnection): Promise<void> => {
    for await (const status of watched.status()) {
      if (status.type === 'disconnect') vanish('it was lost')
      else if (status.type === 'reconnect') appear()
      else if (status.type === 'error') ctx.log_warn(`NATS says: ${status.error.message}`)
    }
  }
  const begin = async (): Promise<void> => {
    while (connection === undefined && !closing.signal.aborted) {
      try {
        connection = await connect(options)
        appear()
        void watch(connection)
        onConnected(connection)
      } catch (error) {
        const reason = reasonOf(error)
        if (reason !== trouble) vanish(reason)
        opened.resolve()
        await wait(retryMs, undefined, { signal: closing.signal }).catch(() => undefined)
      }
    }
    opened.resolve()
    if (closing.signal.aborted) await connection?.close()
  }
  const begun = begin()

  return {
    triedOnce: opened.promise,
    current() {
      if (connection === undefined || !isThere) throw new DeliveryRefused(`no connection to NATS: ${trouble}`, nextTryS)
      return connection
    },
    async close() {
      closing.abort()
      await connection?.close()
      await begun
    },
  }
}

function optionsOf(settings: Settings): ConnectionOptions {
  const { servers, token, user, password, ca, client_certificate, client_key } = settings
  const encrypted = ca !== '' || client_certificate !== '' || servers.some((one) => one.startsWith('tls:'))
  return {
    servers: [...servers],
    name: 'local-messaging-relay',
    timeout: 10_000,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 2_000,
    ignoreAuthErrorAbort: true,
    // Servers that another server names are not those that the user typed, and the sandbox does not let us reach them.
    ignoreClusterUpdates: true,
    // The egress process resolves names.
    resolve: false,
    ...(encrypted && {
      tls: {
        ...(ca !== '' && { ca }),
        ...(client_certificate !== '' && { cert: client_certificate, key: client_key }),
      },
    }),
    ...(token !== '' && { token }),
    ...(user !== '' && { user, pass: password }),
    ...authenticatorOf(settings),
  }
}

function authenticatorOf({ nkey_seed, credentials }: Settings): Pick<ConnectionOptions, 'authenticator'> {
  if (credentials !== '') return { authenticator: credsAuthenticator(Buffer.from(credentials)) }
  return nkey_seed === '' ? {} : { authenticator: nkeyAuthenticator(Buffer.from(nkey_seed)) }
}

/** After several attempts at several servers, the error's own message may be empty. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  return message || (cause instanceof Error ? cause.message : '') || 'the server closed it'
}
