/**
 * Follows the events of the journal for Web Push and queues a push for each new message, and for each that waits for the
 * owner. How far it has come is stored together with the pushes, so that a restart neither loses nor repeats any.
 */
import type { MessageEvent } from '../contract/events.ts'
import { isToldOfHeld } from '../domain/push/told.ts'
import { watchDirectory } from '../mac/watch.ts'
import type { EventsReader, StoredEvent } from '../store/journal/events-reader.ts'
import { unseenEvents } from '../store/journal/unseen-events.ts'
import type { PushFile, QueuedPush } from '../store/push-file.ts'

export interface PushNewsDeps {
  file: PushFile
  reader: EventsReader
  /** The folder of the journal. */
  folder: string
  nowMs(): number
  /** How long a push waits for the message to be read on the Mac or on a page. */
  graceMs: number
  topicOf(name: string): string
  /** Called after something was queued. */
  onQueued(): void
  onTrouble(error: unknown): void
}

type NewPush = Pick<QueuedPush, 'subscription' | 'topic' | 'about'>

/** Watchers go deaf, and a file event can come before its commit is visible. */
const everyMs = 500
const pageSize = 500

export class PushNews {
  readonly #deps: PushNewsDeps
  readonly #watch: ReturnType<typeof watchDirectory>
  #timer: NodeJS.Timeout | undefined

  constructor(deps: PushNewsDeps) {
    this.#deps = deps
    this.#watch = watchDirectory(deps.folder, () => this.#look())
  }

  /** Returns the id of the newest event: a browser that subscribes now is told of later ones. */
  newest(): number {
    return this.#deps.reader.newest()
  }

  /** Begins to follow, unless it does already. */
  begin(): void {
    if (this.#timer !== undefined) return
    this.#timer = setInterval(() => this.#look(), everyMs).unref()
    this.#look()
  }

  end(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#watch.close()
  }

  close(): void {
    this.end()
    this.#deps.reader.close()
  }

  #look(): void {
    if (this.#timer === undefined) return
    try {
      this.#watch.arm()
      this.#follow()
    } catch (error) {
      this.#deps.onTrouble(error)
    }
  }

  #follow(): void {
    const { file, reader, nowMs, graceMs, onQueued } = this.#deps
    if (reader.check() === 'absent') return
    const advance = (position: number, pushes: readonly NewPush[]) => {
      const now = nowMs()
      file.advance(position, pushes, { nowMs: now, dueMs: now + graceMs })
    }
    const unseen = unseenEvents(reader, { seen: file.position(), pageSize, onBegin: (newest) => advance(newest, []) })
    for (const { events, last } of unseen) {
      const pushes = this.#pushesOf(events)
      advance(last, pushes)
      if (pushes.length > 0) onQueued()
    }
  }

  /** The newest message of a conversation stands for those before it. */
  #pushesOf(page: readonly StoredEvent[]): NewPush[] {
    const { file, topicOf } = this.#deps
    const news = new Map<string, { id: number; about: QueuedPush['about'] }>()
    for (const { id, payload } of page) {
      const event = JSON.parse(payload) as MessageEvent
      if (event.type === 'new_message') {
        const { chat_guid: guid, rowid } = event
        news.set(guid, { id, about: { type: 'message', guid, rowid } })
      } else if (event.type === 'send_updated' && event.state === 'held')
        news.set(`held ${event.id}`, { id, about: { type: 'held', id: event.id } })
    }
    if (news.size === 0) return []
    return file
      .all()
      .flatMap((subscriber) =>
        [...news].flatMap(([topic, { id, about }]) =>
          id > subscriber.sinceEvent && (about.type !== 'held' || isToldOfHeld(subscriber))
            ? [{ subscription: subscriber.id, topic: topicOf(topic), about }]
            : [],
        ),
      )
  }
}
