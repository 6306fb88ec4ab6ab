/**
 * The event stream of a hub: reads the feed once for all who follow it, and keeps its end in memory for those who come
 * back. Its ids are numbers that every web process of the hub gives alike.
 */
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import type { Caller } from '../../actions/action.ts'
import { backoffMs } from '../../base/backoff.ts'
import { isObject } from '../../base/json-object.ts'
import { pause } from '../../base/pause.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { feedStream } from '../../envelope/subjects.ts'
import { openStreamClient, type StreamClient } from '../../web/streams/stream-client.ts'
import { streamRegistry } from '../../web/streams/stream-registry.ts'
import { lastEventId, type Streams } from '../../web/streams/streams.ts'

interface Told {
  id: number
  text: string
}

/** An envelope has fewer events. */
const idsOfMessage = 1_000
const mostKept = 10_000
/** Messages of the feed from before the start that are read into memory. */
const readBefore = 2_000
const pageSize = 500
const heartbeatMs = 1_000
const expiresMs = 5_000
const backoff = { firstMs: 200, longestMs: 5_000 }
const beginMs = 5_000
/** The time that a browser waits before it reconnects. */
const retry = 'retry: 2000\n'

interface HubStreamsOptions {
  nats: NatsConnection
  stillAdmitted(caller: Caller): boolean
}

export class HubStreams implements Omit<Streams, 'announce'> {
  readonly #nats: NatsConnection
  readonly #registry: ReturnType<typeof streamRegistry>
  readonly #stopping = new AbortController()
  readonly #live = new Map<StreamClient, number>()
  #kept: Told[] = []
  /** Everything after this id is kept. */
  #floor = 0
  /** The last id that was read. */
  #newest = 0
  /** The last id when reading began: what is older is no news for those who begin now. */
  #head = 0
  #created: string | undefined
  readonly #begun = Promise.withResolvers<void>()

  /** Begins at once. */
  constructor({ nats, stillAdmitted }: HubStreamsOptions) {
    this.#nats = nats
    this.#registry = streamRegistry({ stillAdmitted })
    void this.#run(this.#stopping.signal)
  }

  events: Streams['events'] = async ({ since }, context) => {
    const { caller, request, reply } = context
    const from = lastEventId(context) ?? since
    if (request.method === 'HEAD') return void reply.type('text/event-stream; charset=utf-8').send('')
    this.#registry.requireCapacity(caller)
    await Promise.race([this.#begun.promise, pause(beginMs, this.#stopping.signal)])
    if (this.#created === undefined) throw new ServiceError('hub_unavailable', 'The feed of the hub cannot be read.')
    const end = this.#end
    const client = openStreamClient(reply, `${from === undefined ? `id: ${end}\n` : ''}${retry}\n`)
    this.#registry.add(caller, client)
    client.onClose(() => this.#live.delete(client))
    void this.#join(client, from ?? end)
  }

  get #end(): number {
    return Math.max(this.#newest, this.#head)
  }

  logs: Streams['logs'] = () => {
    throw new ServiceError('not_on_hub', 'Logs are those of each Mac.')
  }

  close(): void {
    this.#stopping.abort()
    this.#registry.close()
  }

  async #join(client: StreamClient, since: number): Promise<void> {
    let reached = since
    if (since < this.#floor || since > this.#end) {
      reached = this.#end
      client.write(`id: ${reached}\ndata: {"type":"reset"}\n\n`)
    }
    while (client.isOpen && reached < this.#newest) {
      const page = this.#kept.filter(({ id }) => id > reached).slice(0, pageSize)
      if (page.length > 0) client.write(page.map(({ text }) => text).join(''))
      reached = page.at(-1)?.id ?? this.#newest
      await client.drained()
    }
    if (client.isOpen) this.#live.set(client, reached)
  }

  async #run(signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted; failures++) {
      await this.#read(signal).catch(() => undefined)
      await pause(backoffMs(backoff, failures + 1), signal)
    }
  }

  /** Reads until the stream or the connection is gone. */
  async #read(signal: AbortSignal): Promise<void> {
    const manager = await jetstreamManager(this.#nats, { checkAPI: false })
    const { created, state } = await manager.streams.info(feedStream.name)
    const first = Math.max(state.first_seq, state.last_seq - readBefore + 1, 1)
    const isSame = this.#created === created && this.#newest >= first * idsOfMessage - 1
    const begin = isSame ? Math.floor(this.#newest / idsOfMessage) + 1 : first
    if (!isSame) this.#begin(created, begin, state.last_seq)
    const consumer = await jetstream(this.#nats).consumers.get(feedStream.name, { opt_start_seq: begin })
    const messages = await consumer.consume({
      idle_heartbeat: heartbeatMs,
      expires: expiresMs,
      abort_on_missing_resource: true,
    })
    const stop = () => messages.stop()
    signal.addEventListener('abort', stop)
    try {
      for await (const { seq, data } of messages) this.#tell(seq, data)
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  /** Who follows another feed than this one reads everything anew. */
  #begin(created: string, first: number, last: number): void {
    const isOther = this.#created !== undefined
    this.#created = created
    this.#kept = []
    this.#floor = first * idsOfMessage - 1
    this.#newest = this.#floor
    this.#head = last * idsOfMessage + idsOfMessage - 1
    this.#begun.resolve()
    if (!isOther) return
    for (const client of this.#live.keys()) {
      client.write(`id: ${this.#end}\ndata: {"type":"reset"}\n\n`)
      this.#live.set(client, this.#end)
    }
  }

  #tell(sequence: number, data: Uint8Array): void {
    const told = eventsIn(data).map((event, n): Told => {
      const id = sequence * idsOfMessage + n
      return { id, text: `id: ${id}\ndata: ${JSON.stringify(event)}\n\n` }
    })
    this.#kept.push(...told)
    this.#newest = sequence * idsOfMessage + idsOfMessage - 1
    const dropped = this.#kept.splice(0, Math.max(0, this.#kept.length - mostKept))
    this.#floor = dropped.at(-1)?.id ?? this.#floor
    for (const [client, known] of this.#live) {
      const news = told.filter(({ id }) => id > known)
      if (news.length > 0) client.write(news.map(({ text }) => text).join(''))
      this.#live.set(client, Math.max(known, this.#newest))
    }
  }
}

function eventsIn(data: Uint8Array): object[] {
  const told: unknown = JSON.parse(new TextDecoder().decode(data))
  return Array.isArray(told) ? told.filter(isObject) : []
}
