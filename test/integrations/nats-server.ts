/** Starts a real nats-server with JetStream on loopback, and a reader of its streams. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream'
import { type ConnectionOptions, connect, headers, type NatsConnection } from '@nats-io/transport-node'
import { findProgram } from '../../src/cli/hub/server-program.ts'
import { unusedPort } from '../../src/cli/test-unused-port.ts'
import { until } from '../harness/until.ts'
import { type Program, programOn } from './programs.ts'

export const natsProgram = findProgram('nats-server')

export interface NatsServer extends Program, AsyncDisposable {
  port: number
  url: string
  folder: string
}

/** `lines` are its configuration. What it has stored survives a kill. */
export async function natsServer(lines: (folder: string) => string[] = () => []): Promise<NatsServer> {
  const port = await unusedPort()
  const folder = mkdtempSync(join(tmpdir(), 'nats-'))
  const config = join(folder, 'nats.conf')
  const store = `jetstream { store_dir: "${join(folder, 'store')}" }`
  writeFileSync(config, [`listen: "127.0.0.1:${port}"`, store, ...lines(folder)].join('\n'))
  const program = programOn(port, natsProgram ?? '', ['-c', config])
  return {
    ...program,
    port,
    url: `nats://127.0.0.1:${port}`,
    folder,
    async [Symbol.asyncDispose]() {
      await program.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export interface StoredMessage {
  subject: string
  id: string
  body: Record<string, unknown>
}

export interface Observer extends AsyncDisposable {
  nats: NatsConnection
  streams: JetStreamManager['streams']
  stored(stream: string): Promise<StoredMessage[]>
  /** Waits until the stream holds this many messages. */
  holds(stream: string, count: number): Promise<StoredMessage[]>
  request(subject: string, text: string | Uint8Array, key?: string): Promise<Record<string, unknown>>
}

export async function observerAt(url: string, options: ConnectionOptions = {}): Promise<Observer> {
  const nats = await connect({ servers: url, maxReconnectAttempts: -1, reconnectTimeWait: 50, ...options })
  const { streams } = await jetstreamManager(nats, { checkAPI: false })
  const countOf = (stream: string) =>
    streams.info(stream).then(
      ({ state }) => state.messages,
      () => 0,
    )
  const stored: Observer['stored'] = async (stream) => {
    const messages = Array.from({ length: await countOf(stream) }, (_, n) => streams.getMessage(stream, { seq: n + 1 }))
    return (await Promise.all(messages)).map((message) => ({
      subject: message?.subject ?? '',
      id: message?.header.get('Nats-Msg-Id') ?? '',
      body: message?.json() as Record<string, unknown>,
    }))
  }
  return {
    nats,
    streams,
    stored,
    async holds(stream, count) {
      await until(async () => (await countOf(stream)) >= count, { describe: () => `${count} messages in ${stream}` })
      return stored(stream)
    },
    async request(subject, text, key) {
      const named = headers()
      if (key !== undefined) named.set('Nats-Msg-Id', key)
      return (await nats.request(subject, text, { timeout: 30_000, headers: named })).json()
    },
    async [Symbol.asyncDispose]() {
      await nats.close()
    },
  }
}
