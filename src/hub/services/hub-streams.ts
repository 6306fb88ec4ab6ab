/**
 * Serves the event stream of a hub: reads the feed once for all clients. A client that reconnects soon is told from
 * memory what happened meanwhile; one that reconnects later has the feed read from its position. Ids are numbers that
 * every web process of the hub assigns alike.
 */
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import type { Caller } from '../../actions/action.ts'
import { backoffMs } from '../../base/backoff.ts'
import { isObject } from '../../base/json-object.ts'
import { pause } from '../../base/pause.ts'
import { repeat } from '../../base/repeat.ts'
import type { PassingEvent } from '../../contract/events.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { feedStream } from '../../envelope/subjects.ts'
import { type EventIds, sealedIds } from '../../web/streams/event-ids.ts'
import { openStreamClient, type StreamClient } from '../../web/streams/stream-client.ts'
import { streamRegistry } from '../../web/streams/stream-registry.ts'
import { greeting, numbered, passing, resetAt } from '../../web/streams/stream-text.ts'
import { lastEventId, type Streams } from '../../web/streams/streams.ts'
import { readFrom } from '../streams/streams.ts'
import { FeedIds } from './feed-ids.ts'
import type { FeedEvent, NarrowFeed } from './narrowed-feed.ts'

export interface Told {
  id: number
  event: FeedEvent
  text: string
}

/** Tells one client the events of the feed. */
interface FeedReader {
  /** Whether each event is told unchanged, to everyone alike. */
  isWhole: boolean
  /** Returns undefined for an id that this feed has not assigned. */
  positionOf(id: number): number | undefined
  greeting(id: number): number
  tell(told: readonly Told[]): Promise<void>
  reset(newest: number): void
}

/** A client that is told events until its connection is closed. */
type Follower = Pick<StreamClient, 'isOpen' | 'write' | 'drained' | 'onClose'>

/** Follows the feed within this process. */
export interface FeedListener {
  /** Everything after this id is told from now on. Called again after events were lost or the feed was made anew. */
  begin(id: number): void
  tell(told: readonly Told[]): Promise<void>
  /** Resolves when the follower can take more. */
  drained(): Promise<void>
}

const mostKept = 1_000
const pageSize = 500
const backoff = { firstMs: 200, longestMs: 5_000 }
const beginMs = 5_000

interface HubStreamsOptions {
  nats: NatsConnection
  stillAdmitted(caller: Caller): boolean
  /** Returns undefined for a caller without a grant. */
  narrowFor(caller: Caller): NarrowFeed | undefined
  /** Known only to this hub. */
  secret: Uint8Array
}

export class HubStreams implements Streams {
  readonly #nats: NatsConnection
  readonly #registry: ReturnType<typeof streamRegistry>
  readonly #stopping = new AbortController()
  readonly #live = new Map<Follower, { reader: FeedReader; known: number }>()
  readonly #options: Pick<HubStreamsOptions, 'stillAdmitted' | 'narrowFor' | 'secret'>
  #kept: Told[] = []
  /** Everything after this id is kept in memory. */
  #floor = 0
  /** The last id that was read. */
  #newest = 0
  #ids: FeedIds | undefined
  readonly #begun = Promise.withResolvers<void>()

  /** Starts at once. */
  constructor({ nats, ...options }: HubStreamsOptions) {
    const { stillAdmitted } = options
    this.#nats = nats
    this.#options = options
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
    const client = openStreamClient(reply, '')
    const reader = this.#readerFor(caller, client)
    client.write(greeting(from === undefined ? reader.greeting(end) : undefined))
    this.#registry.add(caller, client)
    client.onClose(() => this.#live.delete(client))
    void this.#join(client, reader, from === undefined ? end : (reader.positionOf(from) ?? unknown))
  }

  /** Tells the events after an id, or those from now on, until it is closed. */
  follow(since: number | undefined, listener: FeedListener): { close(): void } {
    const closing = new AbortController()
    const follower: Follower = {
      get isOpen() {
        return !closing.signal.aborted
      },
      // This reader takes events of the feed only.
      write: () => undefined,
      drained: listener.drained,
      onClose: (close) => closing.signal.addEventListener('abort', close, { once: true }),
    }
    follower.onClose(() => this.#live.delete(follower))
    const { signal } = this.#stopping
    const reader: FeedReader = {
      isWhole: false,
      positionOf: (id) => id,
      greeting: (id) => id,
      tell: async (told) => void (await insistently(() => listener.tell(told), signal)),
      reset: (newest) => listener.begin(newest),
    }
    void this.#begun.promise.then(() => {
      if (closing.signal.aborted) return
      const from = since ?? this.#newest
      listener.begin(from)
      void this.#join(follower, reader, from)
    })
    return { close: () => closing.abort() }
  }

  #readerFor(caller: Caller, client: StreamClient): FeedReader {
    const narrow = this.#options.narrowFor(caller)
    if (narrow === undefined)
      return {
        isWhole: true,
        positionOf: (id) => id,
        greeting: (id) => id,
        async tell(told) {
          if (told.length > 0) client.write(told.map(({ text }) => text).join(''))
        },
        reset: (newest) => void client.write(resetAt(newest)),
      }
    const { stillAdmitted } = this.#options
    const ids = () => this.#sealedIds(caller)
    const sealed = (id: number) => ids().of(this.#ids?.packed(id) ?? 0)
    const { signal } = this.#stopping
    return {
      isWhole: false,
      positionOf: (id) => {
        const position = ids().position(id)
        return position === undefined ? undefined : this.#ids?.unpacked(position)
      },
      greeting: (id) => ids().after(this.#ids?.packed(id) ?? 0),
      async tell(told) {
        const seen = await insistently(() => narrow(told.map(({ event }) => event)), signal)
        // The grant may have changed in the meantime.
        if (seen === undefined || !stillAdmitted(caller)) return
        const lines = told.flatMap(({ id }, n) =>
          seen[n] === undefined ? [] : numbered(sealed(id), JSON.stringify(seen[n])),
        )
        if (lines.length > 0) client.write(lines.join(''))
      },
      reset: (newest) => void client.write(resetAt(ids().after(this.#ids?.packed(newest) ?? 0))),
    }
  }

  /**
   * Returns the ids for a limited key. Ids from before a change of its grant mean nothing to it, since other events
   * existed then; neither do those of another feed.
   */
  #sealedIds({ id, grant }: Caller): EventIds {
    return sealedIds(this.#options.secret, `${this.#ids?.created} ${id} ${JSON.stringify(grant)}`)
  }

  logs: Streams['logs'] = () => {
    throw new ServiceError('not_on_hub', 'Each Mac has its own log.')
  }

  /** Whether any follower has caught up. */
  get hasReaders(): boolean {
    return this.#live.size > 0
  }

  /** Tells an event that is in no feed to every client without a grant. */
  announce(event: PassingEvent): void {
    for (const [client, { reader }] of this.#live) if (reader.isWhole) client.write(passing(event))
  }

  close(): void {
    this.#stopping.abort()
    this.#registry.close()
  }

  async #join(client: Follower, reader: FeedReader, since: number): Promise<void> {
    let reached = since
    while (client.isOpen && reached !== this.#newest) {
      if (reached < this.#floor || reached > this.#newest) {
        reached = await this.#replay(client, reader, reached)
        continue
      }
      // Events that arrive during this round are left to the next one.
      const newest = this.#newest
      const page = this.#kept.filter(({ id }) => id > reached).slice(0, pageSize)
      await reader.tell(page)
      reached = page.length < pageSize ? newest : (page.at(-1)?.id ?? newest)
      await client.drained()
    }
    if (client.isOpen) this.#live.set(client, { reader, known: reached })
  }

  /**
   * Tells a client what the feed still has after an id, or that some of it was lost. Returns the id that the client has
   * then.
   */
  async #replay(client: Follower, reader: FeedReader, since: number): Promise<number> {
    const [ids, until] = [this.#ids as FeedIds, this.#newest]
    try {
      const manager = await jetstreamManager(this.#nats, { checkAPI: false })
      const { created, state } = await manager.streams.info(feedStream.name)
      // The message in which the event was told may hold further events.
      const position = ids.sequenceOf(since + 1) - 1
      if (created === ids.created && since <= until && position >= state.first_seq - 1) {
        const messages = await readFrom(jetstream(this.#nats), feedStream.name, position)
        client.onClose(() => messages.stop())
        for await (const { seq, data } of messages) {
          await reader.tell(toldIn(ids, seq, data).filter(({ id }) => id > since))
          await client.drained()
          if (!client.isOpen || ids.lastOf(seq) >= until) return ids.lastOf(seq)
        }
      }
    } catch {
      // Events that can no longer be read are reported as lost.
    }
    reader.reset(this.#newest)
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

  /** Starts to read a feed. A client of another feed reads everything anew. */
  #begin(ids: FeedIds, last: number): void {
    const isOther = this.#ids !== undefined
    this.#ids = ids
    this.#kept = []
    this.#newest = ids.lastOf(last)
    this.#floor = this.#newest
    this.#begun.resolve()
    if (!isOther) return
    for (const one of this.#live.values()) {
      one.reader.reset(this.#newest)
      one.known = this.#newest
    }
  }

  #tell(ids: FeedIds, sequence: number, data: Uint8Array): void {
    const told = toldIn(ids, sequence, data)
    this.#kept.push(...told)
    this.#newest = ids.lastOf(sequence)
    const dropped = this.#kept.splice(0, Math.max(0, this.#kept.length - mostKept))
    this.#floor = dropped.at(-1)?.id ?? this.#floor
    for (const [client, one] of this.#live) {
      if (one.reader.isWhole) {
        void one.reader.tell(told.filter(({ id }) => id > one.known))
        one.known = Math.max(one.known, this.#newest)
      } else {
        this.#live.delete(client)
        void this.#join(client, one.reader, one.known)
      }
    }
  }
}

/** An id that belongs to no feed, so that its holder reads everything anew. */
const unknown = -1

/**
 * Repeats a question to PostgreSQL until it is answered: without the answer nobody knows what is hidden, so a reader
 * has to wait for it.
 */
async function insistently<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  for (let failures = 0; !signal.aborted; failures++) {
    try {
      return await ask()
    } catch {
      await pause(backoffMs(backoff, failures + 1), signal)
    }
  }
  return undefined
}

function toldIn(ids: FeedIds, sequence: number, data: Uint8Array): Told[] {
  const events: unknown = JSON.parse(new TextDecoder().decode(data))
  return (Array.isArray(events) ? events.filter(isObject) : []).map((event, n) => {
    const id = ids.of(sequence, n)
    return { id, event: event as unknown as FeedEvent, text: numbered(id, JSON.stringify(event)) }
  })
}
