/**
 * Reads the envelopes of one partition into PostgreSQL, and answers its Macs how far it has read. Several processes may run
 * it for one partition: a lock of PostgreSQL lets one of them work. It keeps no state of its own.
 */
import { type JetStreamManager, type JsMsg, jetstream, jetstreamManager } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { errnoOf, isDiskFull, messageOf } from '../../base/errors.ts'
import { pause } from '../../base/pause.ts'
import { unlessAborted } from '../../base/unless-aborted.ts'
import type { Logger } from '../../contract/log-entry.ts'
import { readEnvelope } from '../../envelope/envelope.ts'
import { feedStream, macOf, type Question } from '../../envelope/subjects.ts'
import { type Answer, Hello, type HubTime, MarkAsked, type Refusal, readAs } from '../../envelope/talk.ts'
import { type Asked, answerMacs } from '../access/answer-macs.ts'
import { OrderDesk } from '../orders/order-desk.ts'
import { type Database, type Held, storageFull } from '../store/database.ts'
import { type FeedMessage, lastTold } from '../store/feed.ts'
import { LockedWorker } from '../store/locked-worker.ts'
import { locks } from '../store/locks.ts'
import { greet, type MarkOfMac, markFor } from '../store/macs.ts'
import { noteReader, noteThatAllIsWell, noteTrouble, readerSaysMs } from '../store/readers.ts'
import { type Batch, type Reached, reachedIn, takeIn } from '../store/take-in.ts'
import { ensureStream, hubStreams, readFrom } from '../streams/streams.ts'
import { Backlog, type Urgency } from './backlog.ts'

export interface IngestOptions {
  database: Database
  nats: NatsConnection
  partition: number
  log: Logger
  /** The number of NATS servers that keep each message; 1 unless there are several. */
  replicas?: number
  nowMs?: () => number
  /** Called when a second Mac connects with the identity of another. */
  onClone?: ((mac: string) => void) | undefined
}

const refusedBecause: Record<Refusal['refused'], (mac: string) => string> = {
  unknown: (mac) => `a Mac that nobody added, or that was revoked, says that it is ${mac}`,
  another: (mac) => `two Macs say that they are ${mac}; one of them goes on`,
  version: (mac) => `the Mac ${mac} is of a release that this hub cannot read: update the hub`,
}

const purgeEveryMs = 500
/** With nothing to store, a problem counts as over after this many reports of reading. */
const settledAfter = 2
const urgencies: readonly Urgency[] = ['live', 'past']
/** Short, so that requests lost with a server are repeated soon after it is back. */
const apiMs = 2_000

export class Ingest {
  readonly #options: IngestOptions
  readonly #worker: LockedWorker

  /** Starts at once. */
  constructor(options: IngestOptions) {
    this.#options = options
    const { database, log, partition } = options
    this.#worker = new LockedWorker({
      database,
      lock: [locks.partition, partition],
      work: (held, signal, begun) => {
        begun()
        return this.#work(held, signal)
      },
      onFailure: (error) => log.warn(`reading partition ${partition} begins anew: ${messageOf(error)}`),
    })
  }

  /** Whether this process is the one that reads the partition. */
  get isWorking(): boolean {
    return this.#worker.isWorking
  }

  /** Drops what is read and not stored: the next reader reads it again. */
  async stop(): Promise<void> {
    await this.#worker.stop()
  }

  async #work(held: Held, signal: AbortSignal): Promise<void> {
    try {
      await new Work(this.#options, held).until(signal)
    } catch (error) {
      if (!signal.aborted) await this.#noteTrouble(error)
      throw error
    }
  }

  /** Notes why nothing is stored, for the alert that is raised if it keeps failing. */
  async #noteTrouble(error: unknown): Promise<void> {
    const { database, partition, nowMs = Date.now } = this.#options
    const trouble = isDiskFull(error) ? storageFull : troubleOf(error)
    // If PostgreSQL cannot store this, another alert says that it does not answer.
    await noteTrouble(database, partition, { trouble, nowMs: nowMs() }).catch(() => undefined)
  }
}

/** Errors of PostgreSQL have a code. All others come from NATS, which does not say when its disk is full. */
function troubleOf(error: unknown): string {
  const said = messageOf(error)
  if (errnoOf(error) !== undefined || said.includes('PostgreSQL')) return said
  return `${said}: see whether nats-server runs, and whether its disk is full`
}

/** The work from taking the lock to the first failure. */
class Work {
  readonly #options: IngestOptions
  readonly #held: Held
  readonly #backlog = new Backlog<JsMsg>()
  readonly #failing = new AbortController()
  readonly #closers: (() => unknown)[] = []
  /** The position up to which the feed is written. */
  #feed: Reached | undefined
  /** Whether the end of earlier trouble is already noted. */
  #isWell = false

  constructor(options: IngestOptions, held: Held) {
    this.#options = options
    this.#held = held
  }

  /** Rejects with the first failure. */
  async until(signal: AbortSignal): Promise<void> {
    const ended = Promise.withResolvers<void>()
    signal.addEventListener('abort', () => ended.resolve(), { once: true })
    this.#held.lost.addEventListener('abort', () => this.#fail(new Error('the connection to PostgreSQL is lost')))
    const storing = this.#work(signal)
    try {
      await Promise.race([storing, ended.promise])
    } finally {
      for (const close of this.#closers.splice(0)) close()
      this.#fail(new Error('it has stopped'))
      await storing.catch(() => undefined)
    }
  }

  #fail = (error: unknown): void => this.#failing.abort(error)

  /** Stops waiting for an answer of NATS once anything has failed. */
  #unlessFailed<T>(asked: Promise<T>): Promise<T> {
    return unlessAborted(asked, this.#failing.signal)
  }

  async #work(signal: AbortSignal): Promise<void> {
    const { nats, partition } = this.#options
    this.#watchConnection()
    const manager = await jetstreamManager(nats, { checkAPI: false, timeout: apiMs })
    const [live, past] = [hubStreams.live(partition), hubStreams.past(partition)]
    this.#feed = await this.#beginFeed(manager)
    await this.#tell(await lastTold(this.#held, live.name))
    const reached: Record<Urgency, Reached> = {
      live: await this.#begin(manager, live),
      past: await this.#begin(manager, past),
    }
    signal.throwIfAborted()
    this.#answer('hello', (asked) => this.#greet(asked, reached))
    this.#answer('mark', (asked) => this.#mark(asked, reached))
    this.#answer('time', async () => ({ ms: this.#now() }))
    const desk = new OrderDesk({
      ...this.#options,
      replicas: this.#replicas,
      nowMs: () => this.#now(),
      onTold: (sequence) => this.#noteTold([sequence]),
    })
    this.#closers.push(() => desk.close())
    desk.ended.catch(this.#fail)
    this.#sayThatItReads()
    for (const urgency of urgencies) this.#read(urgency, reached[urgency]).catch(this.#fail)
    void this.#purgeBehind(manager, reached)
    for (;;) {
      await this.#unlessFailed(this.#backlog.filled())
      const taken = this.#backlog.take()
      if (taken === undefined) continue
      const read = reached[taken.urgency]
      read.position = await this.#store(read, taken.batch)
      this.#sayThatAllIsWell()
    }
  }

  /** Deletes stored envelopes from the streams, in the background: they do no harm until they are gone. */
  async #purgeBehind(manager: JetStreamManager, reached: Record<Urgency, Reached>): Promise<void> {
    const { signal } = this.#failing
    const purged: Partial<Record<Urgency, number>> = {}
    for (; !signal.aborted; await pause(purgeEveryMs, signal))
      for (const urgency of urgencies) {
        const { stream, position } = reached[urgency]
        if (purged[urgency] === position) continue
        // The next purge deletes what a failed one left.
        await manager.streams.purge(stream, { seq: position + 1 }).catch(() => undefined)
        purged[urgency] = position
      }
  }

  /** Reports regularly that this partition is read. Without such reports, the silence of its Macs raises no alert. */
  #sayThatItReads(): void {
    const { database, partition } = this.#options
    // The next report makes up for one that fails.
    const say = () => void noteReader(database, partition, this.#now()).catch(() => undefined)
    say()
    let saidTimes = 0
    const timer = setInterval(() => {
      say()
      // A reader that fails again and again never gets this far.
      if (++saidTimes === settledAfter) this.#sayThatAllIsWell()
    }, readerSaysMs)
    this.#closers.push(() => clearInterval(timer))
  }

  #sayThatAllIsWell(): void {
    const { database, partition } = this.#options
    if (this.#isWell) return
    this.#isWell = true
    void noteThatAllIsWell(database, partition).catch(() => {
      this.#isWell = false
    })
  }

  /** Returns where to begin reading. In a stream that has lost its end, that is its present end. */
  async #begin(manager: JetStreamManager, settings: ReturnType<typeof hubStreams.live>): Promise<Reached> {
    const { created, last } = await this.#unlessFailed(ensureStream(manager, settings, this.#replicas))
    const position = await reachedIn(this.#held, settings.name, created)
    return { stream: settings.name, created, position: Math.min(position, last) }
  }

  /**
   * A feed that has lost its end would assign numbers a second time that readers know already. So it is replaced by a new
   * one, and a reader that continues from an old number is told to read everything.
   */
  async #beginFeed(manager: JetStreamManager): Promise<Reached> {
    const { log, partition } = this.#options
    const [settings, stream] = [hubStreams.feed(), `${feedStream.name}_${partition}`]
    const { created, last } = await this.#unlessFailed(ensureStream(manager, settings, this.#replicas))
    const position = await reachedIn(this.#held, stream, created)
    if (position <= last) return { stream, created, position }
    log.warn('NATS has lost the end of what the hub told: it is told from here on anew')
    await manager.streams.delete(settings.name)
    return { stream, created: (await ensureStream(manager, settings, this.#replicas)).created, position: 0 }
  }

  get #replicas(): number {
    return this.#options.replicas ?? 1
  }

  async #read(urgency: Urgency, { stream, position }: Reached): Promise<void> {
    const messages = await readFrom(jetstream(this.#options.nats, { timeout: apiMs }), stream, position)
    this.#closers.push(() => messages.stop())
    for await (const message of messages) await this.#backlog.add(urgency, message)
    throw new Error(`the stream ${stream} is gone`)
  }

  /** Starts again after a reconnection: the server may have lost the end of a stream, which only a new start notices. */
  #watchConnection(): void {
    const status = this.#options.nats.status()
    this.#closers.push(() => (status as { stop?: () => void }).stop?.())
    void (async () => {
      for await (const { type } of status)
        if (type === 'reconnect' || type === 'close') this.#fail(new Error('the connection to NATS was lost'))
    })()
  }

  async #store(reached: Reached, batch: readonly JsMsg[]): Promise<number> {
    const arrived = batch.map(({ subject, data }) => {
      const read = readEnvelope(data)
      return {
        mac: macOf(subject),
        envelope: read.ok ? read.envelope : undefined,
        reason: read.ok ? undefined : read.reason,
      }
    })
    for (const { mac, reason } of arrived)
      if (reason !== undefined) this.#options.log.warn(`an envelope of the Mac ${mac} was refused: it ${reason}`)
    const position = batch.at(-1)?.seq ?? reached.position
    const whole: Batch = { read: { ...reached, position }, part: this.#options.partition, arrived, feed: this.#feed }
    try {
      const { told } = await takeIn(this.#held, whole)
      await this.#tell(told)
    } catch (error) {
      if (!isOfData(error)) throw error
      await this.#storeEach(whole, batch)
    }
    return position
  }

  /** Stores envelopes one by one after a failure, so that one that PostgreSQL rejects does not block the others. */
  async #storeEach({ read, arrived, ...common }: Batch, batch: readonly JsMsg[]): Promise<void> {
    for (const [n, one] of arrived.entries()) {
      const alone = { ...common, read: { ...read, position: batch[n]?.seq ?? read.position } }
      try {
        await this.#tell((await takeIn(this.#held, { ...alone, arrived: [one] })).told)
      } catch (error) {
        if (!isOfData(error)) throw error
        this.#options.log.error(`an envelope of the Mac ${one.mac} cannot be stored (PostgreSQL: ${errnoOf(error)})`)
        await takeIn(this.#held, { ...alone, arrived: [{ mac: one.mac, envelope: undefined }] })
      }
    }
  }

  /** Publishes news in their order, which is the order within each line. NATS drops those that were published before. */
  async #tell(told: readonly FeedMessage[]): Promise<void> {
    const client = jetstream(this.#options.nats)
    const published = await this.#unlessFailed(
      Promise.all(
        told.map(({ id, line, events }) => client.publish(feedStream.of(line), JSON.stringify(events), { msgID: id })),
      ),
    )
    this.#noteTold(published.map(({ seq }) => seq))
  }

  #noteTold(sequences: readonly number[]): void {
    if (this.#feed !== undefined) this.#feed.position = Math.max(this.#feed.position, ...sequences)
  }

  #answer(question: Question, answer: (asked: Asked) => Promise<Answer | HubTime | undefined>): void {
    const { nats, partition, log } = this.#options
    const answering = answerMacs({ nats, partition, question, log, answer, onEnd: this.#fail })
    this.#closers.push(() => answering.stop())
  }

  async #greet({ name, nkey, data }: Asked, reached: Record<Urgency, Reached>): Promise<Answer | undefined> {
    const hello = readAs(Hello, data)
    if (hello === undefined) return undefined
    const { database, partition, log, onClone } = this.#options
    const greeted = await greet(database, { name, nkey, part: partition, hello, nowMs: this.#now() })
    if (!('refused' in greeted)) return withStreams(greeted, reached)
    log.warn(refusedBecause[greeted.refused](name))
    if (greeted.refused === 'another') onClone?.(name)
    return greeted
  }

  async #mark({ name, nkey, data }: Asked, reached: Record<Urgency, Reached>): Promise<Answer | undefined> {
    const asked = readAs(MarkAsked, data)
    if (asked === undefined) return undefined
    const mark = await markFor(this.#options.database, { name, nkey, ...asked }, this.#now())
    return mark === undefined ? { refused: 'another' } : withStreams(mark, reached)
  }

  #now(): number {
    return (this.#options.nowMs ?? Date.now)()
  }
}

const withStreams = (mark: MarkOfMac, { live, past }: Record<Urgency, Reached>): Answer => ({
  ...mark,
  live_stream: { created: live.created, position: live.position },
  past_stream: { created: past.created, position: past.position },
})

/** The classes of PostgreSQL's errors that are about the data, not about the state of the server. */
const isOfData = (error: unknown): boolean => /^(22|23|54)/.test(errnoOf(error) ?? '')
