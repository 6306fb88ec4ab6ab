/**
 * Tells one subscriber of messages as they are written: first what it missed since its cursor, then what comes, each once,
 * with the cursor from which a later subscription continues.
 */
import { messageOf as reasonOf } from '../../base/errors.ts'
import { pause } from '../../base/pause.ts'
import { ClientError } from '../../client/client-error.ts'
import type { Conversations } from './conversations.ts'
import type { Feed, Listener } from './feed.ts'
import { type FoldedRow, folded, isReaction, type Message, mayGetPreview } from './objects.ts'
import { isWanted, type Reader, type Wanted, type WithAttachments } from './reading.ts'
import type { Service } from './service.ts'

export interface WatchAsked extends Wanted, WithAttachments {
  chat_id?: number
  since_rowid?: number
  include_reactions?: boolean
  debounce_ms: number
  buffer_limit: number
}

/** Receives the messages. */
export interface Subscriber {
  onMessage(message: Message): void
  onOverflow(resumeAfterRowid: number): void
  onError(reason: string): void
  /** Whether the reader does not keep up. */
  isBlocked(): boolean
  drained(signal: AbortSignal): Promise<void>
}

interface Options {
  asked: WatchAsked
  feed: Feed
  service: Service
  conversations: Conversations
  reader: Reader
  subscriber: Subscriber
}

const [previewWaitMs, joinWaitMs, fileWaitMs, lookAgainMs] = [2_000, 5_000, 30_000, 250]
const retryMs = 500
/** A reaction that is older came with a copy of an old conversation, and is no news. */
const staleMs = 15 * 60_000
const replayPage = 200
const mostRemembered = 10_000
/** ROWIDs that lie so close together are read at once. */
const widestRange = 500

export class Subscription implements Listener {
  readonly #options: Options
  readonly #life = new AbortController()
  /** Rows that were told of and not settled, with when that was. */
  readonly #pending = new Map<number, number>()
  readonly #settled = new Set<number>()
  #wake = Promise.withResolvers<void>()
  #conversation: string | undefined
  /** Rows up to here were there before. */
  #tail = 0
  #cursor = 0
  #ended: Promise<void> | undefined

  constructor(options: Options) {
    this.#options = options
  }

  /** Resolves when nothing that comes can be missed any more. Throws where the chat or the service is not there. */
  async open(): Promise<void> {
    const { asked, conversations, feed } = this.#options
    const since = asked.since_rowid ?? 0
    // Asked before anything else, so that what is written meanwhile is told.
    const newest = await feed.newestRowid()
    this.#tail = since === 0 ? newest : Math.max(0, since)
    this.#cursor = this.#tail
    if (asked.chat_id !== undefined) this.#conversation = (await conversations.named(asked.chat_id)).guid
    await feed.add(this, newest)
  }

  /** Begins to tell. */
  start(): void {
    this.#ended = this.#run()
      .catch((error: unknown) => this.#fail(error))
      .finally(() => this.#options.feed.remove(this))
  }

  /** Resolves when nothing more comes. */
  async end(): Promise<void> {
    this.#options.feed.remove(this)
    this.#life.abort()
    this.#wake.resolve()
    await this.#ended
  }

  onRow(rowid: number): void {
    if (rowid <= this.#tail || this.#settled.has(rowid) || this.#life.signal.aborted) return
    if (!this.#pending.has(rowid)) this.#pending.set(rowid, Date.now())
    const { asked, subscriber } = this.#options
    if (this.#pending.size > asked.buffer_limit && subscriber.isBlocked()) this.#overflow()
    else this.#wake.resolve()
  }

  onEnd(error: unknown): void {
    this.#fail(error)
  }

  async #run(): Promise<void> {
    const { asked } = this.#options
    const { signal } = this.#life
    if ((asked.since_rowid ?? 0) !== 0) await this.#replay()
    while (!signal.aborted) {
      await this.#wake.promise
      this.#wake = Promise.withResolvers()
      await pause(asked.debounce_ms, signal)
      while (this.#pending.size > 0 && !signal.aborted) {
        await this.#retried(() => this.#settle())
        if (this.#pending.size > 0) await Promise.race([this.#wake.promise, pause(lookAgainMs, signal)])
      }
    }
  }

  /** Tells what was stored after the cursor before the subscription began. */
  async #replay(): Promise<void> {
    for (let [after, more] = [this.#tail, true]; more && !this.#life.signal.aborted; ) {
      const page = await this.#retried(() => this.#rowsAfter(after, replayPage))
      if (page === undefined) return
      more = page.more && page.rows.length > 0
      after = page.rows.at(-1)?.rowid ?? after
      const messages = folded(page.rows).filter(({ row }) => row.chat_rowid !== null)
      await this.#retried(() => this.#emitAll(messages))
      if (!more) this.#cursor = Math.max(this.#cursor, after)
    }
  }

  /** Looks at what is pending: tells what is complete, keeps what is not yet, and drops what never will be. */
  async #settle(): Promise<void> {
    const rowids = [...this.#pending.keys()].toSorted((a, b) => a - b)
    const [first = 0] = rowids
    const some = rowids.filter((rowid) => rowid < first + widestRange)
    const { rows } = await this.#rowsAfter(first - 1, widestRange * 2)
    const found = new Map(folded(rows).map((each) => [each.row.rowid, each]))
    const whole: FoldedRow[] = []
    for (const rowid of some) {
      const each = found.get(rowid)
      const waitedMs = Date.now() - (this.#pending.get(rowid) ?? 0)
      if (each === undefined) {
        // It is a preview, a system line, deleted, or not yet joined to its chat.
        const isPart = rows.some((row) => row.rowid === rowid)
        if (isPart || waitedMs > joinWaitMs) this.#drop(rowid)
      } else if (isReaction(each.row) && Date.parse(each.row.sent_at) < Date.now() - staleMs) this.#drop(rowid)
      else if (!this.#isWaiting(each, waitedMs)) whole.push(each)
    }
    await this.#emitAll(whole)
  }

  #isWaiting({ row, preview }: FoldedRow, waitedMs: number): boolean {
    if (row.chat_rowid === null) return waitedMs <= joinWaitMs
    if (preview === undefined && mayGetPreview(row) && waitedMs <= previewWaitMs) return true
    if (!this.#options.asked.attachments || row.is_from_me) return false
    return waitedMs <= fileWaitMs && row.attachments.some(({ is_there, is_hidden }) => !is_there && !is_hidden)
  }

  async #emitAll(messages: readonly FoldedRow[]): Promise<void> {
    const { asked, reader, subscriber } = this.#options
    const { signal } = this.#life
    const wanted = messages.filter((each) => this.#isWanted(each))
    const composed = new Map((await reader.compose(wanted, asked)).map((message) => [message.id, message]))
    for (const { row, preview } of messages) {
      await subscriber.drained(signal)
      if (signal.aborted) return
      this.#drop(row.rowid)
      if (preview !== undefined) this.#drop(preview.rowid)
      this.#advance(preview?.rowid ?? row.rowid)
      const message = composed.get(row.rowid)
      if (message !== undefined) subscriber.onMessage({ ...message, cursor: this.#cursor })
    }
  }

  #isWanted({ row }: FoldedRow): boolean {
    const { asked } = this.#options
    if (row.chat_rowid === null || this.#settled.has(row.rowid)) return false
    if (isReaction(row) && !asked.include_reactions) return false
    if (this.#conversation !== undefined && row.conversation_guid !== this.#conversation) return false
    return isWanted(row, asked)
  }

  #drop(rowid: number): void {
    this.#pending.delete(rowid)
    this.#settled.add(rowid)
    if (this.#settled.size <= mostRemembered) return
    const [oldest] = this.#settled
    if (oldest !== undefined) this.#settled.delete(oldest)
  }

  /** The cursor never passes a row that is still to be told. */
  #advance(rowid: number): void {
    const before = Math.min(...this.#pending.keys()) - 1
    this.#cursor = Math.max(this.#cursor, Math.min(rowid, before))
  }

  /** Repeats what failed because the service restarts or is busy. Returns undefined when the subscription ended. */
  async #retried<T>(action: () => Promise<T>): Promise<T | undefined> {
    const { signal } = this.#life
    while (!signal.aborted) {
      try {
        return await action()
      } catch (error) {
        if (!isPassing(error)) throw error
        await pause(retryMs, signal)
      }
    }
    return undefined
  }

  #rowsAfter(after: number, limit: number) {
    return this.#options.service.list_rows({
      after_rowid: Math.max(0, after),
      order: 'rowid',
      newest_first: false,
      limit,
    })
  }

  #overflow(): void {
    this.#finish()
    this.#options.subscriber.onOverflow(this.#cursor)
  }

  #fail(error: unknown): void {
    if (this.#life.signal.aborted) return
    this.#finish()
    this.#options.subscriber.onError(reasonOf(error))
  }

  #finish(): void {
    this.#options.feed.remove(this)
    this.#life.abort()
    this.#wake.resolve()
  }
}

const isPassing = (error: unknown): boolean =>
  error instanceof ClientError && (error.status === 0 || error.status === 429 || error.status >= 500)
