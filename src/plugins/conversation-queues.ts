/**
 * Keeps the deliveries of one integration in memory: a bounded number of them, in a queue for each conversation. The
 * backlog stays on the disk; a conversation that is busy or waits blocks no other, however long its queue is.
 */
import type { ConversationKey } from '../contract/ids.ts'
import { dueAtMs } from '../domain/retry-schedule.ts'
import type { Deliveries, PendingDelivery } from '../store/journal/deliveries.ts'

export interface ConversationQueuesDeps {
  integration: string
  deliveries: Pick<Deliveries, 'next' | 'nextOf' | 'lastSeq'>
  /**
   * Writes down what is settled; false when the disk refuses. What was handed over before is only read again when the
   * disk is up to date.
   */
  flush(): boolean
}

const mostBuffered = 288
/** Small enough that eight conversations fit: one for each delivery that may be in flight. */
const mostOfOneConversation = 32
/**
 * At least this many are read at once: while every conversation is busy, each answer would otherwise read a single
 * delivery.
 */
const leastScanned = 32

export class ConversationQueues {
  readonly #deps: ConversationQueuesDeps
  readonly #buffered = new Map<ConversationKey, PendingDelivery[]>()
  readonly #busy = new Set<ConversationKey>()
  readonly #waitingUntil = new Map<ConversationKey, number>()
  /** Conversations with more on the disk, after this seq and up to `#scannedSeq`. */
  readonly #backlogs = new Map<ConversationKey, number>()
  /** The members of `#backlogs` that begin before deliveries which were handed over already. */
  readonly #rewound = new Set<ConversationKey>()
  /** The members of `#backlogs` that could continue right now. */
  readonly #refillable = new Set<ConversationKey>()
  /**
   * Conversations whose due time counts. The due time that an earlier process stored reflects settings and a network
   * that may have changed since, so each such delivery is tried at once.
   */
  readonly #timed = new Set<ConversationKey>()
  #bufferedCount = 0
  #scannedSeq = 0
  /** Whether deliveries after `#scannedSeq` may be on the disk. */
  #mayHaveMore = true
  #firstDueMs = Number.POSITIVE_INFINITY

  constructor(deps: ConversationQueuesDeps) {
    this.#deps = deps
  }

  /** Reports that deliveries may have been queued: nothing else is looked for on the disk. */
  noteNew(): void {
    this.#mayHaveMore = true
  }

  /** Returns the oldest delivery that may go now; the same one until it is taken. */
  peek(nowMs: number): PendingDelivery | undefined {
    this.#endWaits(nowMs)
    for (;;) {
      const delivery = this.#oldestReady(nowMs)
      if (delivery !== undefined) return delivery
      this.#refill()
      if (!this.#scan()) return this.#oldestReady(nowMs)
    }
  }

  /** Marks the delivery as handed over: its conversation is busy until `finish` or `retry`. */
  take({ conversation }: PendingDelivery): void {
    const queue = this.#buffered.get(conversation)
    queue?.shift()
    this.#bufferedCount--
    if (queue?.length === 0) this.#buffered.delete(conversation)
    this.#busy.add(conversation)
  }

  /** Takes the delivery behind this one in its conversation, which is then busy as after `take`. */
  takeBehind({ conversation, seq }: Pick<PendingDelivery, 'conversation' | 'seq'>): PendingDelivery | undefined {
    const { integration, deliveries, flush } = this.#deps
    if (this.#busy.has(conversation) || !flush()) return undefined
    const window = { integration, afterSeq: seq, throughSeq: deliveries.lastSeq(), limit: 1 }
    const [next] = deliveries.nextOf(conversation, window)
    if (next !== undefined) this.#busy.add(conversation)
    return next
  }

  /**
   * Takes the oldest delivery of this conversation, due or not, right after `reload`; the conversation is then busy as
   * after `take`.
   */
  takeFirstOf(conversation: ConversationKey): PendingDelivery | undefined {
    const first = this.takeBehind({ conversation, seq: 0 })
    if (first === undefined) return undefined
    this.#bufferedCount -= this.#buffered.get(conversation)?.length ?? 0
    this.#buffered.delete(conversation)
    this.#refillable.delete(conversation)
    this.#waitingUntil.delete(conversation)
    this.#rewound.delete(conversation)
    this.#backlogs.set(conversation, first.seq)
    return first
  }

  /** Frees the conversation: the delivery is over, and that is written down or about to be. */
  finish({ conversation }: PendingDelivery): void {
    this.#busy.delete(conversation)
    this.#noteRefillable(conversation)
  }

  /** Puts the delivery back: it comes before anything else of its conversation, and not before this time. */
  retry(delivery: PendingDelivery, atMs: number): void {
    this.#busy.delete(delivery.conversation)
    this.#timed.add(delivery.conversation)
    this.#wait(delivery, atMs)
  }

  /** Ends the wait of all conversations, whatever the disk says. */
  wake(): void {
    this.#timed.clear()
    for (const conversation of this.#waitingUntil.keys()) this.#waitingUntil.set(conversation, 0)
    this.#firstDueMs = 0
  }

  /** Ends the wait of this conversation: what it waited for is done, or can be tried at once. */
  release(conversation: ConversationKey): void {
    if (!this.#waitingUntil.has(conversation)) return
    this.#timed.delete(conversation)
    this.#waitingUntil.set(conversation, 0)
    this.#firstDueMs = 0
  }

  /** Returns when the first waiting conversation is due. */
  dueMs(): number | undefined {
    return this.#waitingUntil.size === 0 ? undefined : this.#firstDueMs
  }

  /** Forgets everything except which conversations are busy; the disk is read again. */
  reload(): void {
    for (const state of [this.#buffered, this.#waitingUntil, this.#backlogs, this.#rewound, this.#refillable])
      state.clear()
    // Deliveries in flight are still pending on the disk: their queues are read once they are free.
    for (const conversation of this.#busy) this.#rewind(conversation, 0)
    this.#bufferedCount = 0
    this.#scannedSeq = 0
    this.#mayHaveMore = true
    this.#firstDueMs = Number.POSITIVE_INFINITY
  }

  #oldestReady(nowMs: number): PendingDelivery | undefined {
    let oldest: PendingDelivery | undefined
    for (const [conversation, queue] of this.#buffered) {
      // Taking the queue apart would make an iterator for each of them, at every look.
      const head = queue[0]
      if (head === undefined || this.#busy.has(conversation)) continue
      const dueMs = this.#timed.has(conversation) ? dueAtMs(head.nextAtMs, nowMs) : nowMs
      if (dueMs > nowMs) this.#wait(head, dueMs)
      else if (oldest === undefined || head.seq < oldest.seq) oldest = head
    }
    return oldest
  }

  #wait(delivery: PendingDelivery, atMs: number): void {
    const { conversation, seq } = delivery
    this.#bufferedCount -= this.#buffered.get(conversation)?.length ?? 0
    this.#buffered.delete(conversation)
    this.#refillable.delete(conversation)
    this.#rewind(conversation, Math.min(this.#backlogs.get(conversation) ?? seq, seq - 1))
    this.#waitingUntil.set(conversation, atMs)
    this.#firstDueMs = Math.min(this.#firstDueMs, atMs)
  }

  /** Lets the conversation continue after this seq, which is before what was handed over of it. */
  #rewind(conversation: ConversationKey, afterSeq: number): void {
    this.#backlogs.set(conversation, afterSeq)
    this.#rewound.add(conversation)
  }

  #endWaits(nowMs: number): void {
    if (nowMs < this.#firstDueMs) return
    this.#firstDueMs = Number.POSITIVE_INFINITY
    for (const [conversation, atMs] of this.#waitingUntil) {
      if (atMs > nowMs) this.#firstDueMs = Math.min(this.#firstDueMs, atMs)
      else this.#waitingUntil.delete(conversation)
      this.#noteRefillable(conversation)
    }
  }

  #noteRefillable(conversation: ConversationKey): void {
    if (!this.#backlogs.has(conversation) || this.#busy.has(conversation)) return
    if (!this.#waitingUntil.has(conversation) && !this.#buffered.has(conversation)) this.#refillable.add(conversation)
  }

  /** Reads the next deliveries of conversations whose queue in memory ran empty. */
  #refill(): void {
    const { integration, deliveries, flush } = this.#deps
    for (const conversation of this.#refillable) {
      if (this.#bufferedCount + mostOfOneConversation > mostBuffered) return
      if (this.#rewound.has(conversation) && !flush()) return
      this.#rewound.delete(conversation)
      this.#refillable.delete(conversation)
      const afterSeq = this.#backlogs.get(conversation) ?? 0
      const window = { integration, afterSeq, throughSeq: this.#scannedSeq, limit: mostOfOneConversation }
      const rows = deliveries.nextOf(conversation, window)
      const last = rows.at(-1)
      if (last === undefined || rows.length < mostOfOneConversation) this.#backlogs.delete(conversation)
      else this.#backlogs.set(conversation, last.seq)
      for (const row of rows) this.#buffer(row)
    }
  }

  /** Reads deliveries of all other conversations. Returns whether there were any. */
  #scan(): boolean {
    const { integration, deliveries } = this.#deps
    const limit = mostBuffered - this.#bufferedCount
    if (limit < leastScanned || !this.#mayHaveMore) return false
    const rows = deliveries.next({ integration, afterSeq: this.#scannedSeq, limit }, [...this.#backlogs.keys()])
    for (const row of rows) {
      const queue = this.#buffered.get(row.conversation)
      if (this.#backlogs.has(row.conversation)) continue
      if (queue === undefined || queue.length < mostOfOneConversation) this.#buffer(row)
      else this.#backlogs.set(row.conversation, queue.at(-1)?.seq ?? 0)
    }
    this.#mayHaveMore = rows.length === limit
    this.#scannedSeq = rows.length < limit ? deliveries.lastSeq() : (rows.at(-1)?.seq ?? this.#scannedSeq)
    return rows.length > 0
  }

  #buffer(delivery: PendingDelivery): void {
    const queue = this.#buffered.get(delivery.conversation)
    if (queue === undefined) this.#buffered.set(delivery.conversation, [delivery])
    else queue.push(delivery)
    this.#bufferedCount++
  }
}
