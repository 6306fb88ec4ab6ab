/**
 * The uplink of a Mac: a client of the Mac's own API that carries new events and older messages to a hub. It stores
 * nothing: the hub says how far it has read, and the journal of the Mac still has everything after that.
 */

import { randomUUID } from 'node:crypto'
import { type JetStreamClient, jetstream } from '@nats-io/jetstream'
import { type NatsConnection, TimeoutError } from '@nats-io/transport-node'
import { backoffMs } from '../base/backoff.ts'
import { messageOf } from '../base/errors.ts'
import { aborted, pause } from '../base/pause.ts'
import { repeat } from '../base/repeat.ts'
import type { Logger } from '../contract/log-entry.ts'
import {
  type Envelope,
  envelopeVersion,
  type LiveEnvelope,
  lastEvent,
  usualBytes,
  writeEnvelope,
} from '../envelope/envelope.ts'
import { type Place, subjects } from '../envelope/subjects.ts'
import { Answered, type Hello, isRefusal, longestReason, type Mark, type Refusal } from '../envelope/talk.ts'
import { askHub } from './ask-hub.ts'
import { EventQueue } from './event-queue.ts'
import type { MacClient } from './mac-client.ts'
import { Orders } from './orders.ts'
import { Progress, type Sent } from './progress.ts'
import { Questions } from './questions.ts'
import { conversationsNamed, type JournalEvent, snapshotOf } from './snapshot.ts'

export interface UplinkOptions {
  client: MacClient
  nats: NatsConnection
  place: Place
  /** The id of this installation, which survives restarts. */
  instance: string
  log: Logger
  /** Called when the uplink starts or stops reaching the hub, with the reason while it does not. */
  onState?: ((trouble: string | undefined) => void) | undefined
  /** How often the hub is asked how far it has read. */
  askEveryMs?: number
}

const usualAskMs = 2_000
const answerMs = 3_000
/**
 * How long each hello waits for an answer. A hub that is just taking over a partition misses the first one, and NATS does
 * not report that, so the first wait is short; the later ones leave time to a slow hub.
 */
const helloMs = [500, 1_000, answerMs]
const publishMs = 3_000
/** Short, so that the uplink works again soon after NATS is back. An attempt costs little. */
const backoff = { firstMs: 100, longestMs: 1_000 }
const pageSize = 500
/** The largest envelope that is published: nats-server accepts a million bytes. */
const mostBytes = 900_000

export class Uplink {
  readonly #options: UplinkOptions
  readonly #stopping = new AbortController()
  readonly #ended: Promise<void>
  readonly #runId = randomUUID()
  /** Whether the journal no longer has what follows the mark. */
  #isReset = false
  #said: string | undefined

  /** Starts at once. */
  constructor(options: UplinkOptions) {
    this.#options = options
    const { signal } = this.#stopping
    this.#ended = repeat((begun) => this.#session(signal, begun), {
      signal,
      backoff,
      onFailure: (error) => this.#say(messageOf(error)),
    })
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#ended
  }

  /** Runs from a hello until something requires starting again from the mark. */
  async #session(signal: AbortSignal, onBegin: () => void): Promise<void> {
    const { client, log, nats, place } = this.#options
    const ending = new AbortController()
    const until = AbortSignal.any([signal, ending.signal])
    const reconnected = untilReconnected(nats, until)
    try {
      const { mark, newest } = await Promise.race([this.#hello(until), reconnected])
      signal.throwIfAborted()
      onBegin()
      log.info(`the uplink of ${place.mac} goes on after event ${mark.mark}`)
      this.#said = undefined
      this.#options.onState?.(undefined)
      const session = new Session({ ...this.#options, client, run: this.#runId }, { mark, newest }, until, () => {
        this.#isReset = true
      })
      await Promise.race([session.untilTrouble(), reconnected])
    } finally {
      ending.abort()
    }
  }

  async #hello(signal: AbortSignal): Promise<Begun> {
    const { client, instance } = this.#options
    const { journal, ledger, release } = await client.version()
    if (journal === null || ledger === null) throw new Error('the bridge of this Mac has not run yet')
    const position = await positionOf(client, signal)
    const hello: Hello = {
      instance,
      journal,
      ledger,
      position,
      reset: this.#isReset,
      release,
      run: this.#runId,
      v: envelopeVersion,
    }
    const mark = await this.#sayHello(hello, signal)
    this.#isReset = false
    return { mark, newest: position }
  }

  async #sayHello(hello: Hello, signal: AbortSignal): Promise<Mark> {
    const { nats, place } = this.#options
    let timeout: unknown
    for (const timeoutMs of helloMs) {
      signal.throwIfAborted()
      try {
        return await ask(nats, { subject: subjects.hello(place), question: hello, timeoutMs })
      } catch (error) {
        if (!(error instanceof TimeoutError)) throw error
        timeout = error
      }
    }
    throw timeout
  }

  /** Reports each trouble once, however often it recurs in a row. */
  #say(what: string): void {
    if (what !== this.#said) {
      this.#options.log.warn(`the uplink begins anew: ${what}`)
      this.#options.onState?.(what)
    }
    this.#said = what
  }
}

/** The position up to which the hub has read, and the newest event of the journal. */
interface Begun {
  mark: Mark
  newest: number
}

interface Asked {
  subject: string
  question: object
  timeoutMs: number
}

async function ask(nats: NatsConnection, { question, ...asked }: Asked): Promise<Mark> {
  const answer = await askHub(nats, Answered, { ...asked, question: JSON.stringify(question) })
  if (!isRefusal(answer)) return answer
  throw new Error(refusedBecause[answer.refused])
}

const refusedBecause: Record<Refusal['refused'], string> = {
  unknown: 'the hub does not know this Mac',
  another: 'another Mac has connected with the same identity',
  version: 'the hub is of a release that cannot read what this Mac writes: update the hub',
}

/** Returns the id of the newest event, with which the stream begins. */
async function positionOf(client: MacClient, signal: AbortSignal): Promise<number> {
  const greeted = Promise.withResolvers<number>()
  const ending = new AbortController()
  const until = AbortSignal.any([signal, ending.signal])
  const reading = (async () => {
    for await (const _ of client.events({}, { signal: until, onId: (id) => greeted.resolve(Number(id)) }));
  })()
  try {
    return await Promise.race([greeted.promise, reading.then(() => Promise.reject(new Error('there are no events')))])
  } finally {
    ending.abort()
    await reading.catch(() => undefined)
  }
}

/** Rejects after a reconnection, since answers that were under way when the connection broke will never arrive. */
async function untilReconnected(nats: NatsConnection, signal: AbortSignal): Promise<never> {
  const status = nats.status()
  signal.addEventListener('abort', () => (status as { stop?: () => void }).stop?.(), { once: true })
  for await (const { type } of status) if (type === 'reconnect') throw new Error('the connection to NATS was lost')
  return new Promise(() => undefined)
}

/** Whether the stream is only full because the hub has not read it yet. NATS has no error code for this. */
const isBacklogFull = (error: unknown): boolean => messageOf(error).includes('maximum messages per subject')

/** `run` distinguishes this run of the program from other runs on the same Mac. */
type SessionOptions = UplinkOptions & { run: string }

class Session {
  readonly #options: SessionOptions
  readonly #mark: Mark
  readonly #signal: AbortSignal
  readonly #onReset: () => void
  readonly #jetstream: JetStreamClient
  readonly #queue = new EventQueue()
  readonly #sent: Sent = { live: undefined, past: undefined }
  /** The newest event seen so far. Whatever is read from the API now is at least as new. */
  #seen: number
  /** The newest event at the start of the session. */
  readonly #newest: number
  /** Why NATS rejects what is published; undefined while it accepts it. */
  #unpublished: string | undefined

  constructor(options: SessionOptions, { mark, newest }: Begun, signal: AbortSignal, onReset: () => void) {
    this.#options = options
    this.#mark = mark
    this.#signal = signal
    this.#onReset = onReset
    this.#jetstream = jetstream(options.nats, { timeout: publishMs })
    this.#seen = mark.mark
    this.#newest = newest
  }

  /** Rejects with the trouble; resolves when the signal aborts. */
  async untilTrouble(): Promise<void> {
    await Promise.race([
      aborted(this.#signal),
      this.#readEvents(),
      this.#carryEvents(),
      this.#carryPast(),
      this.#watchMark(),
      this.#doOrders(),
      this.#answerQuestions(),
    ])
  }

  async #doOrders(): Promise<never> {
    await new Orders({ ...this.#options, session: this.#mark.session }, this.#signal).run()
    return new Promise(() => undefined)
  }

  async #answerQuestions(): Promise<never> {
    await new Questions(this.#options).run(this.#signal)
    return new Promise(() => undefined)
  }

  async #readEvents(): Promise<never> {
    const { client } = this.#options
    const signal = this.#signal
    for await (const { id, value } of client.events({ since: this.#mark.mark }, { signal })) {
      if (value.type === 'reset') {
        this.#onReset()
        throw new Error('the journal no longer has the events after the mark')
      }
      // Events that the journal does not keep have no id of their own: they repeat the last one.
      if (id === undefined || Number(id) <= this.#seen) continue
      this.#seen = Number(id)
      // The `id` of an event about a send is that of the send.
      const send = value.type === 'send_updated' && { send: value.id }
      await this.#queue.add({ ...value, ...send, id: this.#seen })
    }
    throw new Error('the Mac has ended its events')
  }

  async #carryEvents(): Promise<never> {
    for (let after = this.#mark.mark; ; ) {
      const events = await this.#queue.take()
      for (const envelope of await this.#envelopesOf(events, after)) {
        const sequence = await this.#publish(subjects.live(this.#options.place), writeEnvelope(envelope))
        after = lastEvent(envelope)
        this.#sent.live = { sequence, reaches: after }
      }
    }
  }

  /** Splits events whose state does not fit into one envelope over several. */
  async #envelopesOf(events: readonly JournalEvent[], after: number): Promise<LiveEnvelope[]> {
    const envelope: LiveEnvelope = {
      ...this.#head(events.at(-1)?.id ?? after),
      kind: 'live',
      after,
      events: events.map((event) => ({ ...event })),
      ...(await snapshotOf(this.#options.client, events)),
    }
    if (events.length === 1 || writeEnvelope(envelope).length <= usualBytes) return [envelope]
    const half = Math.ceil(events.length / 2)
    const [first, second] = [events.slice(0, half), events.slice(half)]
    return [...(await this.#envelopesOf(first, after)), ...(await this.#envelopesOf(second, first.at(-1)?.id ?? after))]
  }

  async #carryPast(): Promise<never> {
    const { past } = this.#mark
    const told = new Set<string>()
    for (let before = past.before, isDone = past.done; !isDone; isDone = before === null) {
      const page = await this.#pageBefore(before, told)
      const sequence = await this.#publish(subjects.past(this.#options.place), writeEnvelope(page))
      this.#sent.past = { sequence, reaches: page.next }
      before = page.next
    }
    return new Promise(() => undefined)
  }

  /** Returns a page with the conversations that were not told yet, and a smaller page if that is too large. */
  async #pageBefore(before: number | null, told: Set<string>, limit = pageSize): Promise<Envelope & { kind: 'past' }> {
    const { client } = this.#options
    const version = this.#seen
    const asked = { limit, ...(before !== null && { before_rowid: before }) }
    const { messages, from_rowid, more } = await client.list_all_messages(asked)
    const guids = [...new Set(messages.map(({ conversation_guid }) => conversation_guid))]
    const unknown = guids.filter((guid) => !told.has(guid))
    const conversations = await conversationsNamed(client, unknown)
    const page = {
      ...this.#head(version),
      kind: 'past' as const,
      before,
      next: more ? from_rowid : null,
      messages,
      conversations,
    }
    if (limit > 1 && writeEnvelope(page).length > mostBytes) return this.#pageBefore(before, told, Math.ceil(limit / 4))
    for (const guid of unknown) told.add(guid)
    return page
  }

  #head(version: number) {
    const { generation, session } = this.#mark
    return { v: envelopeVersion, generation, session, version }
  }

  /** Returns the number of the envelope in its stream. Waits while the stream is full: the journal keeps what follows. */
  async #publish(subject: string, payload: Uint8Array): Promise<number> {
    for (let failures = 0; ; failures++) {
      this.#signal.throwIfAborted()
      try {
        const { seq } = await this.#jetstream.publish(subject, payload)
        this.#unpublished = undefined
        return seq
      } catch (error) {
        if (failures === 0) this.#options.log.debug(`the hub does not take an envelope yet: ${messageOf(error)}`)
        if (!isBacklogFull(error)) this.#unpublished = messageOf(error).slice(0, longestReason)
      }
      await pause(backoffMs(backoff, failures + 1), this.#signal)
    }
  }

  async #watchMark(): Promise<never> {
    const { nats, place, run, askEveryMs = usualAskMs } = this.#options
    const progress = new Progress(this.#mark)
    for (;;) {
      await pause(askEveryMs, this.#signal)
      this.#signal.throwIfAborted()
      // Copied before asking: the hub cannot have read what is published later.
      const sent = { ...this.#sent }
      const newest = Math.max(this.#newest, this.#seen)
      const question = { session: this.#mark.session, run, newest, unpublished: this.#unpublished }
      const mark = await ask(nats, { subject: subjects.mark(place), question, timeoutMs: answerMs })
      const trouble = progress.judge(mark, sent)
      if (trouble !== undefined) throw new Error(trouble)
    }
  }
}
