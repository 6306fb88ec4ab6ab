/**
 * Keeps the queue of one integration in memory: a bounded number of deliveries, in a queue (lane) for each
 * conversation. The backlog stays on the disk; a conversation that is busy or waits blocks no other, however long its
 * queue is.
 */
import type { ConversationKey } from '../contract/ids.ts'
import { dueAtMs } from '../domain/retry-schedule.ts'
import type { Deliveries, PendingDelivery } from '../store/journal/deliveries.ts'

export interface Lanes {
  /** The oldest delivery that may go now; the same one until it is taken. */
  peek(nowMs: number): PendingDelivery | undefined
  /** Marks the delivery as handed over: its conversation is busy until `done` or `retry`. */
  take(delivery: PendingDelivery): void
  /** The delivery is over, and that is written down or about to be. */
  done(delivery: PendingDelivery): void
  /** Puts the delivery back: it comes before anything else of its conversation, and not before this time. */
  retry(delivery: PendingDelivery, atMs: number): void
  /** Ends the wait of all conversations, whatever the disk says. */
  wake(): void
  /** Takes the delivery behind this one in its conversation, which is then busy as after `take`. */
  takeBehind(delivery: PendingDelivery): PendingDelivery | undefined
  /** Ends the wait of this conversation: what it waited for is done, or can be tried at once. */
  release(lane: ConversationKey): void
  /** When the first waiting conversation is due. */
  dueMs(): number | undefined
  /** Forgets everything except which conversations are busy; the disk is read again. */
  reload(): void
}

export interface LanesDeps {
  integration: string
  deliveries: Pick<Deliveries, 'next' | 'nextOf' | 'lastSeq'>
  /**
   * Writes down what is settled; false when the disk refuses. A queue is only read again when the disk is up to date.
   */
  flush(): boolean
}

const mostBuffered = 64
/** Small enough that eight conversations fit: one for each delivery that may be in flight. */
const mostOfOneLane = 8

export function createLanes({ integration, deliveries, flush }: LanesDeps): Lanes {
  const buffered = new Map<ConversationKey, PendingDelivery[]>()
  const busy = new Set<ConversationKey>()
  const waitingUntil = new Map<ConversationKey, number>()
  /** Conversations with more on the disk, after this seq and up to `scannedSeq`. */
  const behind = new Map<ConversationKey, number>()
  /** The members of `behind` that could continue right now. */
  const hungry = new Set<ConversationKey>()
  /**
   * Conversations whose due time counts. The due time that an earlier process stored reflects settings and a network
   * that may have changed since, so each such delivery is tried at once.
   */
  const timed = new Set<ConversationKey>()
  let bufferedCount = 0
  let scannedSeq = 0
  let firstDueMs = Number.POSITIVE_INFINITY

  const noteHunger = (lane: ConversationKey): void => {
    if (behind.has(lane) && !busy.has(lane) && !waitingUntil.has(lane) && !buffered.has(lane)) hungry.add(lane)
  }

  const drop = (lane: ConversationKey): void => {
    bufferedCount -= buffered.get(lane)?.length ?? 0
    buffered.delete(lane)
  }

  const wait = (delivery: PendingDelivery, atMs: number): void => {
    const { conversation, seq } = delivery
    drop(conversation)
    hungry.delete(conversation)
    behind.set(conversation, Math.min(behind.get(conversation) ?? seq, seq - 1))
    waitingUntil.set(conversation, atMs)
    firstDueMs = Math.min(firstDueMs, atMs)
  }

  const endWaits = (nowMs: number): void => {
    if (nowMs < firstDueMs) return
    firstDueMs = Number.POSITIVE_INFINITY
    for (const [lane, atMs] of waitingUntil) {
      if (atMs > nowMs) firstDueMs = Math.min(firstDueMs, atMs)
      else waitingUntil.delete(lane)
      noteHunger(lane)
    }
  }

  const buffer = (delivery: PendingDelivery): void => {
    const lane = buffered.get(delivery.conversation)
    if (lane === undefined) buffered.set(delivery.conversation, [delivery])
    else lane.push(delivery)
    bufferedCount++
  }

  const readHungry = (): void => {
    if (hungry.size === 0 || !flush()) return
    for (const lane of hungry) {
      if (bufferedCount + mostOfOneLane > mostBuffered) return
      hungry.delete(lane)
      const window = { integration, afterSeq: behind.get(lane) ?? 0, throughSeq: scannedSeq, limit: mostOfOneLane }
      const rows = deliveries.nextOf(lane, window)
      const last = rows.at(-1)
      if (last === undefined || rows.length < mostOfOneLane) behind.delete(lane)
      else behind.set(lane, last.seq)
      rows.forEach(buffer)
    }
  }

  /** Returns whether any rows were read. */
  const scan = (): boolean => {
    const limit = mostBuffered - bufferedCount
    if (limit <= 0) return false
    const rows = deliveries.next({ integration, afterSeq: scannedSeq, limit }, [...behind.keys()])
    for (const row of rows) {
      const lane = buffered.get(row.conversation)
      if (behind.has(row.conversation)) continue
      if (lane !== undefined && lane.length >= mostOfOneLane) behind.set(row.conversation, lane.at(-1)?.seq ?? 0)
      else buffer(row)
    }
    scannedSeq = rows.length < limit ? deliveries.lastSeq() : (rows.at(-1)?.seq ?? scannedSeq)
    return rows.length > 0
  }

  const ready = (nowMs: number): PendingDelivery | undefined => {
    let oldest: PendingDelivery | undefined
    for (const [lane, [head]] of buffered) {
      if (head === undefined || busy.has(lane)) continue
      const dueMs = timed.has(lane) ? dueAtMs(head.nextAtMs, nowMs) : nowMs
      if (dueMs > nowMs) wait(head, dueMs)
      else if (oldest === undefined || head.seq < oldest.seq) oldest = head
    }
    return oldest
  }

  return {
    peek(nowMs) {
      endWaits(nowMs)
      for (;;) {
        const delivery = ready(nowMs)
        if (delivery !== undefined) return delivery
        readHungry()
        if (!scan()) return ready(nowMs)
      }
    },
    take({ conversation }) {
      const lane = buffered.get(conversation)
      lane?.shift()
      bufferedCount--
      if (lane?.length === 0) buffered.delete(conversation)
      busy.add(conversation)
    },
    done({ conversation }) {
      busy.delete(conversation)
      noteHunger(conversation)
    },
    takeBehind({ conversation, seq }) {
      if (busy.has(conversation) || !flush()) return undefined
      const window = { integration, afterSeq: seq, throughSeq: deliveries.lastSeq(), limit: 1 }
      const [next] = deliveries.nextOf(conversation, window)
      if (next !== undefined) busy.add(conversation)
      return next
    },
    retry(delivery, atMs) {
      busy.delete(delivery.conversation)
      timed.add(delivery.conversation)
      wait(delivery, atMs)
    },
    wake() {
      timed.clear()
      for (const lane of waitingUntil.keys()) waitingUntil.set(lane, 0)
      firstDueMs = 0
    },
    release(lane) {
      if (!waitingUntil.has(lane)) return
      timed.delete(lane)
      waitingUntil.set(lane, 0)
      firstDueMs = 0
    },
    dueMs: () => (waitingUntil.size === 0 ? undefined : firstDueMs),
    reload() {
      for (const state of [buffered, waitingUntil, behind, hungry]) state.clear()
      // Deliveries in flight are still pending on the disk: their queues are read once they are free.
      for (const lane of busy) behind.set(lane, 0)
      bufferedCount = 0
      scannedSeq = 0
      firstDueMs = Number.POSITIVE_INFINITY
    },
  }
}
