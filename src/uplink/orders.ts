/**
 * Executes the orders of the hub one by one: asks what each says, sends it by the Mac's own API with the id of the order as
 * idempotency key, and acknowledges it once the ledger has it and the hub knows. So a repeated order has no second effect.
 */

import { openAsBlob } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsMsg } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import type { TSchema } from '@sinclair/typebox'
import { messageOf } from '../base/errors.ts'
import { isObject } from '../base/json-object.ts'
import { pause } from '../base/pause.ts'
import { ClientError } from '../client/client-error.ts'
import type { Logger } from '../contract/log-entry.ts'
import type { Send } from '../contract/send.ts'
import { filePartBytes } from '../envelope/fields.ts'
import { Command, Noted, OrderAnswer, type OrderedFile, type OrderedSend, type OutcomeOf } from '../envelope/orders.ts'
import { commandStream, type Place, subjects } from '../envelope/subjects.ts'
import { readAs } from '../envelope/talk.ts'
import { askHub } from './ask-hub.ts'
import type { MacClient } from './mac-client.ts'
import { ownOrders } from './own-orders.ts'

export interface OrdersOptions {
  client: MacClient
  nats: NatsConnection
  place: Place
  session: string
  run: string
  log: Logger
}

const answerMs = 5_000
/**
 * The interval at which work on an order is confirmed. NATS delivers an order again when no confirmation arrives in
 * time.
 */
const stillAtItMs = 1_500
/** How often the ledger is checked during a send. Once it has the order, events tell the rest. */
const landsWithinMs = 1_000
/** The wait before an order that the Mac cannot take now is tried again, unless the Mac names another. */
const againMs = 1_000
const longestAgainMs = 60_000
/** How long one request for the next order waits at NATS. */
const expiresMs = 2_000

export class Orders {
  readonly #options: OrdersOptions
  readonly #signal: AbortSignal

  constructor(options: OrdersOptions, signal: AbortSignal) {
    this.#options = options
    this.#signal = signal
  }

  /** Runs until the signal aborts. Tries again if the hub has not set up its orders yet. */
  async run(): Promise<void> {
    while (!this.#signal.aborted) {
      await this.#follow().catch((error: unknown) =>
        this.#options.log.debug(`orders of the hub cannot be read: ${messageOf(error)}`),
      )
      await pause(againMs, this.#signal)
    }
  }

  /**
   * Takes one order at a time, and returns one that arrives after the end at once. A lasting subscription would look up its
   * consumer when a heartbeat is missing, which a Mac is not permitted to do.
   */
  async #follow(): Promise<void> {
    const { nats, place } = this.#options
    const consumer = ownOrders(nats, commandStream.name, place.mac)
    while (!this.#signal.aborted) {
      const message = await consumer.next({ expires: expiresMs })
      if (message === null) continue
      if (this.#signal.aborted) message.nak()
      else await this.#handle(message)
    }
  }

  async #handle(message: JsMsg): Promise<void> {
    const command = readAs(Command, message.data)
    if (command === undefined) return message.term()
    const working = setInterval(() => message.working(), stillAtItMs)
    try {
      const wait = await this.#do(command.order)
      if (wait === undefined) message.ack()
      else message.nak(wait)
    } catch (error) {
      this.#options.log.warn(`an order waits: ${messageOf(error)}`)
      message.nak(againMs)
    } finally {
      clearInterval(working)
    }
  }

  /** Returns the milliseconds after which to try again, or undefined when nothing is left to do. */
  async #do(order: string): Promise<number | undefined> {
    const answer = await this.#ask(OrderAnswer, subjects.order(this.#options.place), { order })
    if (answer.is === 'over') return undefined
    if (answer.is === 'not_yours') return againMs
    const { ledger } = await this.#options.client.version()
    if (ledger !== answer.ledger) return this.#tell(order, { is: 'another_ledger' })
    if (answer.is === 'look') {
      const send = await this.#inLedger(order)
      return send === undefined ? this.#tell(order, { is: 'absent' }) : this.#tellKnown(order, send)
    }
    const sent = await this.#send(order, answer.send)
    if ('waitMs' in sent) return sent.waitMs
    return 'send' in sent ? this.#tellKnown(order, sent.send) : this.#tell(order, sent.refusal)
  }

  async #send(order: string, wanted: OrderedSend): Promise<Sent> {
    const posted = this.#post(order, wanted).then((send): Sent => ({ send }), sentOf)
    for (;;) {
      const sent = await Promise.race([posted, pause(landsWithinMs).then(() => undefined)])
      if (sent !== undefined) return sent
      const send = await this.#inLedger(order)
      if (send !== undefined) return { send }
    }
  }

  async #post(order: string, { isConfirmed: confirm, ...wanted }: OrderedSend): Promise<Send> {
    const { client } = this.#options
    const options = { idempotencyKey: order }
    switch (wanted.is) {
      case 'send': {
        const { handle, text, service } = wanted
        return client.send({ handle, text, ...(service && { service }), confirm }, options)
      }
      case 'send_to_chat':
        return client.send_to_chat({ guid: wanted.guid, text: wanted.text, confirm }, options)
      case 'send_file': {
        const { handle, text, service, file } = wanted
        await using folder = await this.#fileOf(order, file)
        const named = new File([await openAsBlob(folder.path)], file.name)
        const given = { handle, ...(text !== undefined && { text }), ...(service && { service }), confirm, file: named }
        return await client.send_file(given, options)
      }
    }
  }

  /** Fetches a file from the hub in parts, into a temporary folder that is removed after the send. */
  async #fileOf(order: string, { bytes }: OrderedFile) {
    const folder = await mkdtemp(join(tmpdir(), 'uplink-'))
    const path = join(folder, 'file')
    const remove = () => rm(folder, { recursive: true, force: true })
    try {
      await using file = await open(path, 'wx', privately)
      const { nats, place, session, run } = this.#options
      for (let [part, written] = [0, 0]; written < bytes; part++) {
        const asked = JSON.stringify({ session, run, order, part })
        const { data } = await nats.request(subjects.file(place), asked, { timeout: answerMs })
        // A hub that no longer has the file answers with an error as JSON.
        if (data.length === 0 || data.length > filePartBytes || written + data.length > bytes)
          throw new Error('the hub has not the file that it names')
        await file.write(data)
        written += data.length
      }
      return { path, [Symbol.asyncDispose]: remove }
    } catch (error) {
      await remove()
      throw error
    }
  }

  async #inLedger(order: string): Promise<Send | undefined> {
    return (await this.#options.client.list_sends({ idempotency_key: order, limit: 1 }))[0]
  }

  /**
   * Tells the hub the state of the send until that no longer changes meanwhile: events that reached the hub before it could
   * connect the send with its order were lost on it.
   */
  async #tellKnown(order: string, send: Send): Promise<undefined> {
    for (let known = send; ; ) {
      await this.#tell(order, { is: 'known', send: known })
      const now = await this.#options.client.get_send({ id: send.id })
      if (now.updated_at === known.updated_at && now.state === known.state) return undefined
      known = now
    }
  }

  async #tell(order: string, outcome: OutcomeOf): Promise<undefined> {
    const { noted } = await this.#ask(Noted, subjects.outcome(this.#options.place), { order, ...outcome })
    if (!noted) throw new Error('another session has begun meanwhile')
    return undefined
  }

  #ask<S extends TSchema>(schema: S, subject: string, question: object): Promise<S['static']> {
    const { nats, session, run } = this.#options
    const asked = JSON.stringify({ session, run, ...question })
    return askHub(nats, schema, { subject, question: asked, timeoutMs: answerMs })
  }
}

const privately = 0o600

/** The outcome of a request to send: it is in the ledger, was refused, or is to be repeated. */
type Sent = { send: Send } | { refusal: OutcomeOf & { is: 'refused' } } | { waitMs: number }

/**
 * A failed send is in the ledger, and so are some refused ones. Transient errors are tried again, and so are errors that
 * leave open whether the ledger has the send: the idempotency key is the same.
 */
function sentOf(error: unknown): Sent {
  if (!(error instanceof ClientError)) throw error
  const { code, status, details, message } = error
  if (isObject(details.send) && code !== 'idempotency_mismatch') return { send: details.send as unknown as Send }
  const isRefusal = status >= 400 && status < 500 && !transientStatuses.includes(status)
  if (isRefusal) return { refusal: { is: 'refused', code, message: message.slice(0, longestMessage) } }
  const { retry_after_s: afterS } = details
  return { waitMs: typeof afterS === 'number' ? Math.min(Math.max(afterS * 1000, againMs), longestAgainMs) : againMs }
}

/** Request timeout and too many requests. */
const transientStatuses = [408, 429]
const longestMessage = 2_000
