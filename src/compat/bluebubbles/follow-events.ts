/**
 * Follows the events of the journal for the clients of the BlueBubbles listener. How far it has come is stored together
 * with what is to be told, so that a restart neither loses nor repeats anything.
 */
import { messageOf } from '../../base/errors.ts'
import { type PollSchedule, pollSchedule } from '../../base/poll-schedule.ts'
import { atMostEvery } from '../../base/throttle.ts'
import type { MessageEvent } from '../../contract/events.ts'
import type { Logger } from '../../contract/log-entry.ts'
import type { StoredRow } from '../../contract/stored-row.ts'
import type { BlueBubblesFile, NewCompatEvent, PendingEvent } from '../../store/bluebubbles-file.ts'
import type { EventsReader, StoredEvent } from '../../store/journal/events-reader.ts'
import { unseenEvents } from '../../store/journal/unseen-events.ts'
import type { Relay } from '../wire/relay.ts'
import { eventOf, isIncomplete } from './events.ts'
import type { Host } from './host.ts'
import { readRows } from './read-rows.ts'
import type { TempGuids } from './temp-guids.ts'

export interface FollowEventsDeps {
  file: BlueBubblesFile
  reader: EventsReader
  watch: Host['watch']
  relay: Pick<Relay, 'list_rows'>
  tempGuids: Pick<TempGuids, 'learn' | 'mayBecome' | 'takeFailed'>
  log: Logger
  nowMs(): number
  /** Called after something was told. */
  onTold(): void
}

/** The longest time for which a message is held until its attachments are on this Mac. */
const longestHoldMs = 30_000
/** The longest time for which an own message is held until it is known which send it belongs to. */
const longestSendHoldMs = 3_000
const pageSize = 200
const warnEveryMs = 600_000

export class EventFollower {
  readonly #deps: FollowEventsDeps
  readonly #watch: ReturnType<FollowEventsDeps['watch']>
  readonly #polls: PollSchedule
  readonly #mayWarn = atMostEvery(warnEveryMs)
  #isClosed = false
  #polling: Promise<void> = Promise.resolve()
  /** Whether events wait for their attachments or their send. */
  #holds = true
  /** After a failure the journal is read again although it has not changed. */
  #retries = false

  constructor(deps: FollowEventsDeps) {
    this.#deps = deps
    this.#polls = pollSchedule(() => {
      this.#polling = this.#poll()
      return this.#polling
    })
    this.#watch = deps.watch(() => this.#polls.soon())
  }

  begin(): void {
    const { file, nowMs } = this.#deps
    file.addPending({ type: 'hello-world', conversation: '', rowid: 0, detail: {} }, nowMs())
    this.#polls.begin()
    this.#polls.soon()
  }

  /** Tells an event that is not of the journal. */
  tell(event: NewCompatEvent): void {
    const { file, nowMs } = this.#deps
    file.addPending(event, nowMs())
    this.#holds = true
    this.#polls.soon()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#polls.end()
    this.#watch.close()
    await this.#polling
    this.#deps.reader.close()
  }

  async #poll(): Promise<void> {
    if (this.#isClosed) return
    try {
      this.#watch.arm()
      const state = this.#deps.reader.check()
      if (state === 'changed' || state === 'fresh' || (state === 'unchanged' && this.#retries)) await this.#follow()
      if (this.#holds) await this.#release()
    } catch (error) {
      // Messages or a file of ours cannot be read just now; the events are still there the next time.
      if (this.#mayWarn()) this.#deps.log.warn(`clients of the BlueBubbles listener wait: ${messageOf(error)}`)
      this.#retries = true
    }
  }

  async #follow(): Promise<void> {
    const { file, reader, nowMs } = this.#deps
    // In an empty journal even the first event is news.
    if (reader.isEmpty() && file.position() !== 0) file.advance(0, [], nowMs())
    const onBegin = (newest: number) => file.advance(newest, [], nowMs())
    for (const page of unseenEvents(reader, { seen: file.position(), pageSize, onBegin })) {
      const events = await this.#eventsOf(page.events)
      if (this.#isClosed) return
      file.advance(page.last, events, nowMs())
      if (events.length > 0) await this.#release()
    }
    this.#retries = false
  }

  async #eventsOf(page: readonly StoredEvent[]): Promise<NewCompatEvent[]> {
    const { file, relay, nowMs, tempGuids } = this.#deps
    const journalled = page.map(({ payload }) => JSON.parse(payload) as MessageEvent)
    for (const event of journalled)
      if (event.type === 'send_updated' && event.rowid !== null) tempGuids.learn(event.id, event.rowid)
    const rows = await readRows(
      relay,
      journalled.flatMap(({ rowid }) => rowid ?? []),
    )
    const made: NewCompatEvent[] = []
    for (const event of journalled) {
      const row = event.rowid === null ? undefined : rows.get(event.rowid)
      const isKnown = (type: string) =>
        made.some((one) => one.type === type && one.rowid === row?.rowid) || file.knows(type, row?.rowid ?? 0)
      const one = eventOf(event, { row, nowMs: nowMs(), tempGuidOf: (send) => tempGuids.takeFailed(send), isKnown })
      if (one !== undefined && !isRepeated(one, made)) made.push(this.#waitingForSend(one, row))
    }
    return made
  }

  #waitingForSend(event: NewCompatEvent, row: StoredRow | undefined): NewCompatEvent {
    const waits = event.type === 'new-message' && row?.is_from_me && this.#deps.tempGuids.mayBecome(event.rowid)
    return waits ? { ...event, detail: { ...event.detail, waitsFor: event.detail.waitsFor ?? 'send' } } : event
  }

  /** Tells what need not wait any longer; within a conversation nothing overtakes. */
  async #release(): Promise<void> {
    const { file, relay, nowMs, onTold } = this.#deps
    const pending = file.pending()
    const waiting = pending.filter(({ detail }) => detail.waitsFor === 'attachments')
    const rows = await readRows(
      relay,
      waiting.map(({ rowid }) => rowid),
    )
    if (this.#isClosed) return
    const held = new Set<string>()
    const ready = pending.filter((event) => {
      const waits = held.has(event.conversation) || this.#waits(event, rows.get(event.rowid))
      if (waits) held.add(event.conversation)
      return !waits
    })
    this.#holds = held.size > 0
    if (ready.length === 0) return
    file.release(ready, nowMs())
    onTold()
  }

  #waits({ detail, rowid, seenMs }: PendingEvent, row: StoredRow | undefined): boolean {
    const { nowMs, tempGuids } = this.#deps
    const heldMs = nowMs() - seenMs
    if (detail.waitsFor === 'send') return heldMs < longestSendHoldMs && tempGuids.mayBecome(rowid)
    if (detail.waitsFor !== 'attachments' || row === undefined) return false
    return heldMs < longestHoldMs && isIncomplete(row)
  }
}

/** Reading once marks many messages as read at the same time. */
const isRepeated = (event: NewCompatEvent, made: readonly NewCompatEvent[]): boolean =>
  event.type === 'chat-read-status-changed' &&
  made.some(({ type, conversation }) => type === event.type && conversation === event.conversation)
