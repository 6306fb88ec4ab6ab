/**
 * Does the orders of the hub, one after the other: asks what each says, does it by the Mac's own API under the id of the
 * order, and lets it go once the ledger of the Mac has it and the hub knows. Whatever is repeated meets the same id.
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
/** The hub gives an order to another after it has heard nothing for longer than this. */
const stillAtItMs = 1_500
/** An order that the ledger has is not waited for any longer than this: what becomes of it, events tell. */
const landsWithinMs = 1_000
/** An order that the Mac cannot take now is tried again after this time, or the one that the Mac names. */
const againMs = 1_000
const longestAgainMs = 60_000
/** So long one question for the next order waits at the hub. */
const expiresMs = 2_000

export class Orders {
  readonly #options: OrdersOptions
  readonly #signal: AbortSignal

  constructor(options: OrdersOptions, signal: AbortSignal) {
    this.#options = options
    this.#signal = signal
  }

  /** Runs until the signal aborts. A hub that has no orders yet is asked again. */
  async run(): Promise<void> {
    while (!this.#signal.aborted) {
      await this.#follow().catch((error: unknown) =>
        this.#options.log.debug(`orders of the hub cannot be read: ${messageOf(error)}`),
      )
      await pause(againMs, this.#signal)
    }
  }

  /**
   * Takes one order at a time; what comes when nobody does orders any more is put back at once. A lasting subscription would
   * look its consumer up when a heartbeat is missing, which a Mac may not.
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

  /** Returns the milliseconds after which the Mac is asked again; undefined when nothing is left to do. */
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

  /** Fetches a file from the hub, a part at a time; it is gone once it was handed over. */
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
        // A hub that no longer has the file answers in words.
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
   * An event that came before the hub knew which order the send is of was told in vain, so the ledger is read again until
   * the hub has what it says.
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

/** The outcome of asking the Mac to send: its ledger has it, it refuses it, or it is to be asked again. */
type Sent = { send: Send } | { refusal: OutcomeOf & { is: 'refused' } } | { waitMs: number }

/**
 * A send that failed stands in the ledger, and so do some that are refused. What may pass is tried again, and so is what
 * says nothing about whether the ledger has it: the id is the same.
 */
function sentOf(error: unknown): Sent {
  if (!(error instanceof ClientError)) throw error
  const { code, status, details, message } = error
  if (isObject(details.send) && code !== 'idempotency_mismatch') return { send: details.send as unknown as Send }
  const isRefusal = status >= 400 && status < 500 && !mayPass.includes(status)
  if (isRefusal) return { refusal: { is: 'refused', code, message: message.slice(0, longestMessage) } }
  const { retry_after_s: afterS } = details
  return { waitMs: typeof afterS === 'number' ? Math.min(Math.max(afterS * 1000, againMs), longestAgainMs) : againMs }
}

/** It came too slowly, or too much came at once. */
const mayPass = [408, 429]
const longestMessage = 2_000
