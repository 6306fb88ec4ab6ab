/**
 * Runs the relay of a hub. Several processes may run it: a lock of PostgreSQL lets one of them work. It follows the arrivals in
 * PostgreSQL, which are stored with the messages themselves, so that it misses nothing that NATS loses.
 */
import type { NatsConnection } from '@nats-io/transport-node'
import { Condition } from '../../base/condition.ts'
import { messageOf } from '../../base/errors.ts'
import { pause } from '../../base/pause.ts'
import type { Logger } from '../../contract/log-entry.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { loadConfig } from '../../store/config-in-force.ts'
import { serviceDir } from '../../store/service-dir.ts'
import { HubSending } from '../services/hub-sending.ts'
import { MacQuestions } from '../services/mac-questions.ts'
import { arrivalChannel } from '../store/arrivals.ts'
import type { Database, Held } from '../store/database.ts'
import { LockedWorker } from '../store/locked-worker.ts'
import { locks } from '../store/locks.ts'
import { PluginRelay, type RelaySending } from './plugin-relay.ts'

export interface HubRelayOptions {
  /** The folder of the hub, with its settings, plugins and journal. */
  base: string
  database: Database
  nats: NatsConnection
  log: Logger
  nowMs?: () => number
}

/** A notification can be lost with its connection, so arrivals are looked for as often as this as well. */
const lookEveryMs = 1_000

export class HubRelay {
  readonly #options: HubRelayOptions
  readonly #sending: HubSending
  readonly #questions: MacQuestions
  readonly #worker: LockedWorker
  /** Stays open while PostgreSQL is away, and goes on delivering what the journal has. */
  #relay: PluginRelay | undefined
  #said: string | undefined

  /** Starts at once. */
  constructor(options: HubRelayOptions) {
    this.#options = options
    const { base, database, nats, nowMs = Date.now } = options
    this.#questions = new MacQuestions({ sql: database, nats, nowMs })
    const settings = () => loadConfig(serviceDir(base)).config.send
    this.#sending = new HubSending({ database, questions: this.#questions, settings, nowMs })
    this.#worker = new LockedWorker({
      database,
      lock: [locks.relay, 0],
      work: (held, signal, begun) => this.#work(held, signal, begun),
      onWait: () => this.#rest(),
      onFailure: (error) => this.#noteTrouble(messageOf(error)),
    })
  }

  /** Whether this process is the one that relays. */
  get isWorking(): boolean {
    return this.#worker.isWorking
  }

  async stop(): Promise<void> {
    await this.#worker.stop()
    await this.#rest()
    await this.#sending.close()
  }

  async #work(held: Held, signal: AbortSignal, begun: () => void): Promise<void> {
    const { base, database } = this.#options
    const questions = this.#questions
    this.#relay ??= new PluginRelay({ base, database, questions, sending: reporting(this.#sending) })
    const relay = this.#relay
    const stirred = new Condition()
    let isStirred = true
    const stir = () => {
      isStirred = true
      stirred.notify()
    }
    const heard = database.listen(arrivalChannel, stir)
    held.lost.addEventListener('abort', stir)
    signal.addEventListener('abort', stir)
    try {
      let position = await relay.begin(held)
      begun()
      this.#said = undefined
      while (!signal.aborted) {
        if (held.lost.aborted) throw new Error('the connection to PostgreSQL is lost')
        isStirred = false
        position = await relay.takeIn(held, position)
        await Promise.race([stirred.until(() => isStirred), pause(lookEveryMs, signal)])
      }
    } finally {
      signal.removeEventListener('abort', stir)
      await heard.close()
    }
  }

  /** Stops the plugins while another process relays, since plugins that run twice would answer twice. */
  async #rest(): Promise<void> {
    const relay = this.#relay
    this.#relay = undefined
    await relay?.stop()
  }

  /** Logs each trouble once, however often it recurs in a row. */
  #noteTrouble(what: string): void {
    if (what !== this.#said) this.#options.log.warn(`the relay begins anew: ${what}`)
    this.#said = what
    this.#relay?.noteTrouble(what)
  }
}

/** Reports to plugins that send while PostgreSQL is away that they may try again. */
const reporting = (sending: HubSending): RelaySending => ({
  send: (order) => sending.send(order).catch(unavailable),
  get: (id) => sending.get(id).catch(unavailable),
  list: (asked) => sending.list(asked).catch(unavailable),
  listHeld: (limit) => sending.listHeld(limit).catch(unavailable),
})

function unavailable(error: unknown): never {
  if (error instanceof ServiceError) throw error
  throw new ServiceError('hub_unavailable', `The hub cannot send now: ${messageOf(error)}.`)
}
