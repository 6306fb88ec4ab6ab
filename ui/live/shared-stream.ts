/**
 * Shares one event stream among all tabs of a browser: the holder passes events to the other tabs, and each continues
 * from its position when another takes over. A browser keeps six connections to one address, and a stream occupies one
 * of them for good.
 */
import { backoffMs } from '../../src/base/backoff.ts'
import type { PassingEvent, StreamEvent } from '../../src/contract/events.ts'
import { client } from '../api/client.ts'
import { tellAll } from './events.ts'
import { useStreamHolder } from './stream-holder.ts'
import { holdInTurn, holdWhileVisible, type Tab } from './stream-holders.ts'
import { hasMissed, readingOf } from './stream-position.ts'

/** Messages between tabs. The holder sends `here` with the position of the stream. */
type Word =
  | { kind: 'event'; id: number; event: StreamEvent }
  | { kind: 'passing'; event: StreamEvent }
  | { kind: 'here'; id: number | undefined }
  | { kind: 'ask' }

export interface SharedStream {
  /** Opens the stream again, because its connection may be dead without an error. */
  reopen(): void
  close(): void
}

const backoff = { firstMs: 500, longestMs: 5_000 }

interface Options {
  /** Called when the position of the stream first becomes known, so that data read before may be stale. */
  onFresh(): void
  /** Called when this tab's stream has ended and is about to be reopened. */
  onBroken(): void
}

export function shareStream({ onFresh, onBroken }: Options): SharedStream {
  const channel = new BroadcastChannel('events')
  const say = (word: Word) => channel.postMessage(word)
  let last: number | undefined
  /** While no stream was open, events without an id may have been missed. */
  let isOpening = true
  let current = new AbortController()
  let heard = () => {}

  function take(id: number, event: StreamEvent): void {
    const reading = event.type === 'reset' ? 'next' : readingOf(id, last)
    if (reading === 'known') return
    if (last === undefined) onFresh()
    last = id
    if (reading === 'gap') tellAll({ type: 'reset' })
    tellAll(event)
  }

  function takePosition(id: number): void {
    const missed = hasMissed(id, last)
    if (last === undefined) onFresh()
    last = Math.max(id, last ?? 0)
    if (missed) tellAll({ type: 'reset' })
  }

  function waitMs(attempt: number): number {
    isOpening = true
    onBroken()
    return backoffMs(backoff, attempt + 1)
  }

  channel.onmessage = ({ data: word }: MessageEvent<Word>) => {
    if (word.kind === 'ask') return useStreamHolder.getState().isHolder ? say({ kind: 'here', id: last }) : undefined
    heard()
    if (word.kind === 'passing') tellAll(word.event)
    else if (word.kind === 'event') take(word.id, word.event)
    else if (word.id !== undefined) takePosition(word.id)
  }

  function tellPassing(event: StreamEvent): void {
    say({ kind: 'passing', event })
    tellAll(event)
  }

  function onId(id: string): void {
    if (isOpening) tellPassing({ type: 'deliveries_changed' })
    isOpening = false
    if (last !== undefined) return
    takePosition(Number(id))
    say({ kind: 'here', id: last })
  }

  async function followOnce(signal: AbortSignal): Promise<void> {
    isOpening = true
    current = new AbortController()
    const ending = AbortSignal.any([signal, current.signal])
    const since = last === undefined ? {} : { since: last }
    for await (const { id, value } of client.events(since, { signal: ending, onId, waitMs })) {
      if (isPassing(value)) {
        tellPassing(value)
        continue
      }
      say({ kind: 'event', id: Number(id), event: value })
      take(Number(id), value)
    }
  }

  async function hold(signal: AbortSignal): Promise<void> {
    useStreamHolder.setState({ isHolder: true })
    say({ kind: 'here', id: last })
    try {
      while (!signal.aborted) await followOnce(signal)
    } finally {
      useStreamHolder.setState({ isHolder: false })
    }
  }

  say({ kind: 'ask' })
  const tab: Tab = {
    hold,
    ask: () => say({ kind: 'ask' }),
    onHeard(listener) {
      heard = listener
    },
  }
  // Without encryption there are no locks, except on the Mac's own loopback address.
  const end = 'locks' in navigator ? holdInTurn(tab) : holdWhileVisible(tab)
  return {
    reopen: () => current.abort(),
    close() {
      end()
      channel.close()
    },
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
