/**
 * Carries the orders of one partition to its Macs: publishes those that are due, tells a Mac what its order says, records the
 * outcome, and publishes both on the feed. All its state is in PostgreSQL, so that a successor can continue.
 */
import { AckPolicy, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream'
import { type NatsConnection, nanos } from '@nats-io/transport-node'
import type { TSchema } from '@sinclair/typebox'
import { messageOf } from '../../base/errors.ts'
import { pause } from '../../base/pause.ts'
import type { Logger } from '../../contract/log-entry.ts'
import { type Command, FilePartAsked, type Noted, OrderAsked, Outcome } from '../../envelope/orders.ts'
import { commandStream, feedStream, type Question, subjects } from '../../envelope/subjects.ts'
import { readAs } from '../../envelope/talk.ts'
import { expiresAfterMs } from '../../sending/decisions/expiry.ts'
import { isMissed } from '../../sending/decisions/missed.ts'
import { answerMacs } from '../access/answer-macs.ts'
import { forgetOldArrivals } from '../store/arrivals.ts'
import type { Database } from '../store/database.ts'
import type { FeedMessage } from '../store/feed.ts'
import { namesOfMacs } from '../store/macs.ts'
import { forgetNews, untoldNews } from '../store/marks.ts'
import {
  beginOrder,
  doubtUnsettled,
  expireOrders,
  type MacThatAsks,
  noteOutcome,
  noteTold,
  orderedFilePart,
  ordersToPublish,
  untoldSends,
} from '../store/orders.ts'
import { forgetOldSends } from '../store/sends.ts'
import { releaseDue } from '../store/waiting-sends.ts'
import { ensureStream, hubStreams } from '../streams/streams.ts'

export interface OrderDeskOptions {
  database: Database
  nats: NatsConnection
  partition: number
  log: Logger
  /** The number of NATS servers that keep each order. */
  replicas: number
  nowMs(): number
  /** Called with the number of each message that was published on the feed. */
  onTold(sequence: number): void
}

/** How often to look for expired orders, orders that are due, and Macs that are back: nothing else announces them. */
const tickMs = 1_000
/** The most orders that are published in one round. */
const mostAtOnce = 200
/** A scheduled message that is overdue by more than this waits for its owner's decision instead of going late. */
const missedAfterMs = 10 * 60_000
const rarelyMs = 3_600_000

export class OrderDesk {
  readonly #options: OrderDeskOptions
  readonly #stopping = new AbortController()
  readonly #closers: (() => unknown)[] = []
  readonly #prepared = new Set<string>()
  readonly #failed = Promise.withResolvers<never>()
  #stirred = Promise.withResolvers<void>()
  #lookedBackAtMs = 0
  /** Rejects with the failure that ends it. */
  readonly ended: Promise<void>

  /** Starts at once. */
  constructor(options: OrderDeskOptions) {
    this.#options = options
    this.ended = Promise.race([this.#run(this.#stopping.signal), this.#failed.promise])
  }

  close(): void {
    this.#stopping.abort()
    this.#stir()
    for (const close of this.#closers.splice(0)) close()
  }

  #stir(): void {
    this.#stirred.resolve()
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { database, nats } = this.#options
    const heard = database.listen('hub_send', () => this.#stir())
    this.#closers.push(() => heard.close())
    this.#answer('order', OrderAsked, (mac, asked) =>
      beginOrder(database, { mac, asked, nowMs: this.#options.nowMs() }),
    )
    this.#answer('outcome', Outcome, async (mac, outcome): Promise<Noted> => {
      return { noted: await noteOutcome(database, { mac, outcome, nowMs: this.#options.nowMs() }) }
    })
    this.#answer('file', FilePartAsked, (mac, asked) => orderedFilePart(database, mac, asked))
    const manager = await jetstreamManager(nats, { checkAPI: false })
    while (!signal.aborted) {
      this.#stirred = Promise.withResolvers()
      await this.#round(manager)
      await Promise.race([this.#stirred.promise, pause(tickMs, signal)])
    }
  }

  async #round(manager: JetStreamManager): Promise<void> {
    const { database, partition: part, nowMs } = this.#options
    const now = nowMs()
    await expireOrders(database, now)
    await releaseDue(database, {
      nowMs: now,
      expiresAfterMs,
      isMissed: (sendAtMs) => isMissed({ hold: 'scheduled', sendAtMs }, { nowMs: now, seenAtMs: null, missedAfterMs }),
    })
    for (const mac of await namesOfMacs(database, part)) await this.#prepare(manager, mac)
    await this.#publish(await ordersToPublish(database, { part, nowMs: now, most: mostAtOnce }))
    await this.#tell()
    if (now - this.#lookedBackAtMs < rarelyMs) return
    this.#lookedBackAtMs = now
    await doubtUnsettled(database, now)
    await forgetOldSends(database, now)
    await forgetOldArrivals(database, part, now)
  }

  async #publish(orders: readonly { id: string; mac: string }[]): Promise<void> {
    const client = jetstream(this.#options.nats)
    for (const { id, mac } of orders) {
      const command: Command = { v: 1, order: id }
      try {
        // The id alone would make NATS drop an order as a repeat that was published before for a Mac now revoked.
        await client.publish(subjects.command(mac), JSON.stringify(command), { msgID: `${mac}.${id}` })
      } catch (error) {
        // It may have arrived nevertheless, and is published again after a while. The stream may be gone.
        this.#prepared.clear()
        this.#options.log.warn(`an order for the Mac ${mac} was not published: ${messageOf(error)}`)
      }
    }
    if (orders.length === mostAtOnce) this.#stir()
  }

  async #tell(): Promise<void> {
    const { database, nats, partition, onTold } = this.#options
    const client = jetstream(nats)
    const tell = async ({ id, line, events }: FeedMessage) =>
      onTold((await client.publish(feedStream.of(line), JSON.stringify(events), { msgID: id })).seq)
    const [sends, news] = [await untoldSends(database, partition), await untoldNews(database, partition)]
    for (const one of sends) await tell(one)
    if (sends.length > 0) await noteTold(database, sends)
    for (const { id, line, event } of news) await tell({ id: `news.${id}`, line, events: [event] })
    if (news.length > 0)
      await forgetNews(
        database,
        news.map(({ id }) => id),
      )
  }

  /** Creates the stream, and the consumer of a Mac, which Macs are not permitted to create. */
  async #prepare(manager: JetStreamManager, mac: string): Promise<void> {
    if (this.#prepared.has(mac)) return
    await ensureStream(manager, hubStreams.commands(), this.#options.replicas)
    await manager.consumers.add(commandStream.name, {
      durable_name: mac,
      filter_subject: commandStream.of(mac),
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(ackWaitMs),
      max_ack_pending: 1,
    })
    this.#prepared.add(mac)
  }

  /** Leaves a request that cannot be read unanswered, as a hub does that is away. */
  #answer<S extends TSchema>(
    question: Question,
    schema: S,
    answer: (mac: MacThatAsks, asked: S['static']) => Promise<object | undefined>,
  ): void {
    const { nats, partition, log } = this.#options
    const answering = answerMacs({
      nats,
      partition,
      question,
      log,
      async answer({ data, ...mac }) {
        const asked = readAs(schema, data)
        return asked === undefined ? undefined : answer(mac, asked)
      },
      onEnd: this.#failed.reject,
    })
    this.#closers.push(() => answering.stop())
  }
}

/** A working Mac confirms its order more often than this. After the death of an uplink, NATS delivers it again this soon. */
const ackWaitMs = 5_000
