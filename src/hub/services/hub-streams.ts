/**
 * The event stream of a hub: reads the feed once for all who follow it. Who comes back soon is told what happened meanwhile
 * from memory; who comes back later reads the feed from there. Its ids are numbers that every web process of the hub gives
 * alike.
 */
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import type { Caller } from '../../actions/action.ts'
import { isObject } from '../../base/json-object.ts'
import { pause } from '../../base/pause.ts'
import { repeat } from '../../base/repeat.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { feedStream } from '../../envelope/subjects.ts'
import { openStreamClient, type StreamClient } from '../../web/streams/stream-client.ts'
import { streamRegistry } from '../../web/streams/stream-registry.ts'
import { lastEventId, type Streams } from '../../web/streams/streams.ts'
import { readFrom } from '../streams/streams.ts'
import { FeedIds } from './feed-ids.ts'

interface Told {
  id: number
  text: string
}

const mostKept = 1_000
const pageSize = 500
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
  /** Everything after this id is kept in memory. */
  #floor = 0
  /** The last id that was read. */
  #newest = 0
  #ids: FeedIds | undefined
  readonly #begun = Promise.withResolvers<void>()

  /** Begins at once. */
  constructor({ nats, stillAdmitted }: HubStreamsOptions) {
    this.#nats = nats
    this.#registry = streamRegistry({ stillAdmitted })
    const { signal } = this.#stopping
    void repeat((begun) => this.#read(signal, begun), { signal, backoff })
  }

  events: Streams['events'] = async ({ since }, context) => {
    const { caller, request, reply } = context
    const from = lastEventId(context) ?? since
    if (request.method === 'HEAD') return void reply.type('text/event-stream; charset=utf-8').send('')
    this.#registry.requireCapacity(caller)
    await Promise.race([this.#begun.promise, pause(beginMs, this.#stopping.signal)])
    if (this.#ids === undefined) throw new ServiceError('hub_unavailable', 'The feed of the hub cannot be read.')
    const end = this.#newest
    const client = openStreamClient(reply, `${from === undefined ? `id: ${end}\n` : ''}${retry}\n`)
    this.#registry.add(caller, client)
    client.onClose(() => this.#live.delete(client))
    void this.#join(client, from ?? end)
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
    while (client.isOpen && reached !== this.#newest) {
      if (reached < this.#floor || reached > this.#newest) {
        reached = await this.#replay(client, reached)
        continue
      }
      const page = this.#kept.filter(({ id }) => id > reached).slice(0, pageSize)
      if (page.length > 0) client.write(page.map(({ text }) => text).join(''))
      reached = page.at(-1)?.id ?? this.#newest
      await client.drained()
    }
    if (client.isOpen) this.#live.set(client, reached)
  }

  /** Tells a client what the feed still has after an id, or that it has lost some of it. Returns what it has then. */
  async #replay(client: StreamClient, since: number): Promise<number> {
    const [ids, until] = [this.#ids as FeedIds, this.#newest]
    try {
      const manager = await jetstreamManager(this.#nats, { checkAPI: false })
      const { created, state } = await manager.streams.info(feedStream.name)
      // The message in which the event was told may have had further ones.
      const position = ids.sequenceOf(since + 1) - 1
      if (created === ids.created && since <= until && position >= state.first_seq - 1) {
        const messages = await readFrom(jetstream(this.#nats), feedStream.name, position)
        client.onClose(() => messages.stop())
        for await (const { seq, data } of messages) {
          const told = toldIn(ids, seq, data).filter(({ id }) => id > since)
          if (told.length > 0) client.write(told.map(({ text }) => text).join(''))
          await client.drained()
          if (!client.isOpen || ids.lastOf(seq) >= until) return ids.lastOf(seq)
        }
      }
    } catch {
      // What cannot be read is told to be gone.
    }
    client.write(reset(this.#newest))
    return this.#newest
  }

  /** Reads until the stream or the connection is gone. */
  async #read(signal: AbortSignal, begun: () => void): Promise<void> {
    const manager = await jetstreamManager(this.#nats, { checkAPI: false })
    const { created, state } = await manager.streams.info(feedStream.name)
    const ids = new FeedIds(created)
    const isSame = this.#ids?.created === created && this.#newest <= ids.lastOf(state.last_seq)
    if (!isSame) this.#begin(ids, state.last_seq)
    const messages = await readFrom(jetstream(this.#nats), feedStream.name, ids.sequenceOf(this.#newest))
    begun()
    const stop = () => messages.stop()
    signal.addEventListener('abort', stop)
    try {
      for await (const { seq, data } of messages) this.#tell(ids, seq, data)
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  /** Who follows another feed than this one reads everything anew. */
  #begin(ids: FeedIds, last: number): void {
    const isOther = this.#ids !== undefined
    this.#ids = ids
    this.#kept = []
    this.#newest = ids.lastOf(last)
    this.#floor = this.#newest
    this.#begun.resolve()
    if (!isOther) return
    for (const client of this.#live.keys()) {
      client.write(reset(this.#newest))
      this.#live.set(client, this.#newest)
    }
  }

  #tell(ids: FeedIds, sequence: number, data: Uint8Array): void {
    const told = toldIn(ids, sequence, data)
    this.#kept.push(...told)
    this.#newest = ids.lastOf(sequence)
    const dropped = this.#kept.splice(0, Math.max(0, this.#kept.length - mostKept))
    this.#floor = dropped.at(-1)?.id ?? this.#floor
    for (const [client, known] of this.#live) {
      const news = told.filter(({ id }) => id > known)
      if (news.length > 0) client.write(news.map(({ text }) => text).join(''))
      this.#live.set(client, Math.max(known, this.#newest))
    }
  }
}

const reset = (newest: number): string => `id: ${newest}\ndata: {"type":"reset"}\n\n`

function toldIn(ids: FeedIds, sequence: number, data: Uint8Array): Told[] {
  const events: unknown = JSON.parse(new TextDecoder().decode(data))
  return (Array.isArray(events) ? events.filter(isObject) : []).map((event, n) => {
    const id = ids.of(sequence, n)
    return { id, text: `id: ${id}\ndata: ${JSON.stringify(event)}\n\n` }
  })
}
