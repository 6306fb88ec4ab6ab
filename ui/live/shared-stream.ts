/**
 * Shares one event stream among all tabs of a browser: the holder passes events to the other tabs, and each continues
 * from its position when another takes over. A browser keeps six connections to one address, and a stream occupies one
 * of them for good.
 */
import { backoffMs } from '../../src/base/backoff.ts'
import type { PassingEvent, StreamEvent } from '../../src/contract/events.ts'
import { client } from '../api/client.ts'
import { tellAll } from './events.ts'
import { streamName, useStreamHolder } from './stream-holder.ts'
import { holdInTurn, holdWhileVisible, type Tab } from './stream-holders.ts'
import { hasMissed, readingOf } from './stream-position.ts'

/** Messages between tabs. The holder sends `here` with the position of the stream. */
type Word =
  | { kind: 'event'; id: number; event: StreamEvent }
  | { kind: 'passing'; event: StreamEvent }
  | { kind: 'here'; id: number | undefined }
  | { kind: 'ask' }

const backoff = { firstMs: 500, longestMs: 5_000 }

interface Options {
  /** Called when the position of the stream first becomes known, so that data read before may be stale. */
  onFresh(): void
  /** Called when this tab's stream has ended and is about to be reopened. */
  onBroken(): void
}

/** Implements `Tab`: whether this tab holds the stream is decided elsewhere. */
export class SharedStream implements Tab {
  readonly #on: Options
  readonly #channel = new BroadcastChannel(streamName)
  #last: number | undefined
  /** Events without an id may have been missed while no stream was open. */
  #isOpening = true
  #current = new AbortController()
  #heard = () => {}
  readonly #stopHolding: () => void

  constructor(on: Options) {
    this.#on = on
    this.#channel.onmessage = ({ data }: MessageEvent<Word>) => this.#hear(data)
    this.ask()
    // Without encryption there are no locks, except on the Mac's own loopback address.
    this.#stopHolding = 'locks' in navigator ? holdInTurn(this) : holdWhileVisible(this)
  }

  /** Opens the stream again, because its connection may be dead without an error. */
  reopen(): void {
    this.#current.abort()
  }

  close(): void {
    this.#stopHolding()
    this.#channel.close()
  }

  ask(): void {
    this.#say({ kind: 'ask' })
  }

  onHeard(listener: () => void): void {
    this.#heard = listener
  }

  async hold(signal: AbortSignal): Promise<void> {
    useStreamHolder.setState({ isHolder: true })
    this.#sayPosition()
    try {
      while (!signal.aborted) await this.#followOnce(signal)
    } finally {
      useStreamHolder.setState({ isHolder: false })
    }
  }

  async #followOnce(signal: AbortSignal): Promise<void> {
    this.#isOpening = true
    this.#current = new AbortController()
    const since = this.#last === undefined ? {} : { since: this.#last }
    const options = {
      signal: AbortSignal.any([signal, this.#current.signal]),
      onId: (id: string) => this.#takeFirstId(Number(id)),
      waitMs: (attempt: number) => this.#waitMs(attempt),
    }
    for await (const { id, value } of client.events(since, options)) {
      if (isPassing(value)) this.#tellPassing(value)
      else {
        this.#say({ kind: 'event', id: Number(id), event: value })
        this.#take(Number(id), value)
      }
    }
  }

  #takeFirstId(id: number): void {
    if (this.#isOpening) this.#tellPassing({ type: 'deliveries_changed' })
    this.#isOpening = false
    if (this.#last !== undefined) return
    this.#takePosition(id)
    this.#sayPosition()
  }

  #waitMs(attempt: number): number {
    this.#isOpening = true
    this.#on.onBroken()
    return backoffMs(backoff, attempt + 1)
  }

  #hear(word: Word): void {
    if (word.kind === 'ask') {
      if (useStreamHolder.getState().isHolder) this.#sayPosition()
      return
    }
    this.#heard()
    if (word.kind === 'passing') tellAll(word.event)
    else if (word.kind === 'event') this.#take(word.id, word.event)
    else if (word.id !== undefined) this.#takePosition(word.id)
  }

  #take(id: number, event: StreamEvent): void {
    const reading = event.type === 'reset' ? 'next' : readingOf(id, this.#last)
    if (reading === 'known') return
    if (this.#last === undefined) this.#join()
    this.#last = id
    if (reading === 'gap') tellAll({ type: 'reset' })
    tellAll(event)
  }

  #takePosition(id: number): void {
    const missed = hasMissed(id, this.#last)
    if (this.#last === undefined) this.#join()
    this.#last = Math.max(id, this.#last ?? 0)
    if (missed) tellAll({ type: 'reset' })
  }

  #join(): void {
    useStreamHolder.setState({ isJoined: true })
    this.#on.onFresh()
  }

  #tellPassing(event: StreamEvent): void {
    this.#say({ kind: 'passing', event })
    tellAll(event)
  }

  #sayPosition(): void {
    this.#say({ kind: 'here', id: this.#last })
  }

  #say(word: Word): void {
    this.#channel.postMessage(word)
  }
}

/** Events that are not in the journal have no place in its order, and the id that the stream had before them. */
const passing: Readonly<Record<PassingEvent['type'], true>> = {
  delivery_updated: true,
  deliveries_changed: true,
  conversation_archived: true,
  message_starred: true,
  alert_raised: true,
  alert_cleared: true,
}
const isPassing = (event: StreamEvent): event is PassingEvent => event.type in passing
