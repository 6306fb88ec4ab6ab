/** Connects to a cluster: retries until it succeeds, and reconnects automatically. */
import { setTimeout as sleep } from 'node:timers/promises'
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

const retryMs = 3_000
const nextTryS = 5

export class Connection {
  readonly #deps: ConnectionDeps
  readonly #triedOnce = Promise.withResolvers<void>()
  readonly #closing = new AbortController()
  readonly #connecting: Promise<void>
  #connection: NatsConnection | undefined
  #isUp = false
  #trouble = 'not connected yet'

  /** Begins to connect. */
  constructor(deps: ConnectionDeps) {
    this.#deps = deps
    this.#connecting = this.#connect(optionsOf(deps.settings))
  }

  /** Resolves once there is a connection, or once the first attempt failed. */
  get triedOnce(): Promise<void> {
    return this.#triedOnce.promise
  }

  /** Throws while there is none: nothing is queued here. */
  current(): NatsConnection {
    if (this.#connection === undefined || !this.#isUp)
      throw new DeliveryRefused(`no connection to NATS: ${this.#trouble}`, nextTryS)
    return this.#connection
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#connection?.close()
    await this.#connecting
  }

  async #connect(options: ConnectionOptions): Promise<void> {
    const { signal } = this.#closing
    while (this.#connection === undefined && !signal.aborted) {
      try {
        this.#connection = await connect(options)
        this.#noteUp()
        void this.#watch(this.#connection)
        this.#deps.onConnected(this.#connection)
      } catch (error) {
        const reason = reasonOf(error)
        if (reason !== this.#trouble) this.#noteDown(reason)
        this.#triedOnce.resolve()
        await sleep(retryMs, undefined, { signal }).catch(() => undefined)
      }
    }
    this.#triedOnce.resolve()
    if (signal.aborted) await this.#connection?.close()
  }

  async #watch(connection: NatsConnection): Promise<void> {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') this.#noteDown('it was lost')
      else if (status.type === 'reconnect') this.#noteUp()
      else if (status.type === 'error') this.#deps.ctx.log_warn(`NATS says: ${status.error.message}`)
    }
  }

  #noteUp(): void {
    this.#isUp = true
    this.#deps.ctx.log_info('Connected to NATS.')
    this.#deps.ctx.retry_now()
  }

  #noteDown(reason: string): void {
    if (this.#isUp || this.#connection === undefined) this.#deps.ctx.log_warn(`No connection to NATS: ${reason}.`)
    this.#isUp = false
    this.#trouble = reason
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
