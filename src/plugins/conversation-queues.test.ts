import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import type { ConversationKey, MessageGuid } from '../contract/ids.ts'
import { journalDeliveries, type PendingDelivery, type Settlement } from '../store/journal/deliveries.ts'
import { migrations } from '../store/journal/schema.ts'
import { ConversationQueues } from './conversation-queues.ts'

/** Queues over a journal in memory; counts the rows that they read, and how often they read any. */
function queue() {
  const db = new DatabaseSync(':memory:')
  for (const migration of migrations) db.exec(migration)
  const journal = journalDeliveries(db, Buffer.alloc(32))
  let rowsRead = 0
  let timesRead = 0
  const counted = <R extends unknown[]>(rows: R): R => {
    rowsRead += rows.length
    timesRead++
    return rows
  }
  const queues = new ConversationQueues({
    integration: 'hook',
    flush: () => true,
    deliveries: {
      next: (window, without) => counted(journal.next(window, without)),
      nextOf: (lane, window) => counted(journal.nextOf(lane, window)),
      lastSeq: journal.lastSeq,
    },
  })
  let made = 0
  const enqueue = (lane: string, count = 1): void => {
    db.exec('BEGIN')
    for (let n = 0; n < count; n++)
      journal.enqueue({
        integration: 'hook',
        guid: `${++made}` as MessageGuid,
        conversation: lane as ConversationKey,
        nowMs: 0,
      })
    db.exec('COMMIT')
    queues.noteNew()
  }
  const settle = ({ id }: PendingDelivery, outcome: Partial<Settlement> = { outcome: 'acked' }) =>
    journal.settle([{ integration: 'hook', id, ...outcome } as Settlement], 0)
  const take = (nowMs = 0): PendingDelivery | undefined => {
    const delivery = queues.peek(nowMs)
    if (delivery !== undefined) queues.take(delivery)
    return delivery
  }
  const finish = (delivery: PendingDelivery): void => {
    settle(delivery)
    queues.finish(delivery)
  }
  const retry = (delivery: PendingDelivery, atMs: number): void => {
    settle(delivery, { outcome: 'retry', attempts: 1, crashes: 0, nextAtMs: atMs, error: '' })
    queues.retry(delivery, atMs)
  }
  return { queues, enqueue, take, finish, retry, settle, rowsRead: () => rowsRead, timesRead: () => timesRead }
}

const some = (delivery: PendingDelivery | undefined): PendingDelivery => delivery ?? expect.fail('nothing may go')
const seqs = (deliveries: (PendingDelivery | undefined)[]) => deliveries.map((one) => one?.seq)

it('gives one delivery of each conversation at a time, oldest first', () => {
  const { enqueue, take, finish } = queue()
  for (const lane of ['a', 'a', 'b', 'a']) enqueue(lane)
  const first = some(take())
  expect(seqs([first, take(), take()])).toEqual([1, 3, undefined])
  finish(first)
  expect(take()?.seq).toBe(2)
})

it('gives every delivery exactly once and in order within each conversation, however long the queue', () => {
  const { enqueue, take, finish } = queue()
  for (let n = 0; n < 1_000; n++) enqueue(`lane ${(n * n) % 23}`)
  const given = new Map<string, number[]>()
  const inFlight: PendingDelivery[] = []
  for (;;) {
    while (inFlight.length < 8) {
      const delivery = take()
      if (delivery === undefined) break
      inFlight.push(delivery)
    }
    const delivery = inFlight.splice(inFlight.length >> 1, 1)[0]
    if (delivery === undefined) break
    given.set(delivery.conversation, [...(given.get(delivery.conversation) ?? []), delivery.seq])
    finish(delivery)
  }
  expect([...given.values()].flat()).toHaveLength(1_000)
  for (const order of given.values()) expect(order).toEqual([...order].sort((a, b) => a - b))
})

it('reaches other conversations behind 20,000 waiting deliveries of one without reading those', () => {
  const { enqueue, take, retry, rowsRead } = queue()
  enqueue('blocked', 20_000)
  retry(some(take()), 1_000)
  enqueue('free')
  expect(take()?.conversation).toBe('free')
  expect(take()).toBeUndefined()
  expect(rowsRead()).toBeLessThan(300)
})

it('reaches other conversations behind a long queue that is only busy', () => {
  const { enqueue, take, rowsRead } = queue()
  enqueue('busy', 5_000)
  enqueue('free')
  expect([take()?.conversation, take()?.conversation, take()]).toEqual(['busy', 'free', undefined])
  expect(rowsRead()).toBeLessThan(300)
})

it('reads many deliveries at a time while every conversation is busy', () => {
  const { enqueue, take, finish, timesRead } = queue()
  for (let n = 0; n < 1_000; n++) enqueue(`lane ${n % 10}`)
  const inFlight: PendingDelivery[] = []
  for (let given = 0; given < 1_000; given++) {
    for (let next = take(); next !== undefined; next = take()) inFlight.push(next)
    finish(some(inFlight.shift()))
  }
  expect(take()).toBeUndefined()
  expect(timesRead()).toBeLessThan(100)
})

it('gives a failed delivery again when it is due, before what follows it', () => {
  const { queues, enqueue, take, finish, retry } = queue()
  enqueue('a', 30)
  retry(some(take()), 1_000)
  expect(queues.dueMs()).toBe(1_000)
  expect(take(999)).toBeUndefined()
  const again = some(take(1_000))
  expect(again).toMatchObject({ seq: 1, attempts: 1 })
  finish(again)
  expect(take(1_000)?.seq).toBe(2)
})

it('gives at once a delivery that an earlier process postponed', () => {
  const { queues, enqueue, take, settle } = queue()
  enqueue('a')
  settle(some(queues.peek(0)), { outcome: 'retry', attempts: 1, crashes: 0, nextAtMs: 90_000_000, error: '' })
  queues.reload()
  expect(take(0)?.seq).toBe(1)
})

it('keeps its own due times after a reload, but not those of a clock that was set back', () => {
  const { queues, enqueue, take, retry } = queue()
  enqueue('a')
  retry(some(take(0)), 90_000_000)
  queues.reload()
  expect(take(0)).toBeUndefined()
  expect(queues.dueMs()).toBe(3_600_000)
})

it('gives the delivery behind a waiting one, and then the waiting one again', () => {
  const { queues, enqueue, take, retry } = queue()
  enqueue('a', 3)
  const first = some(take(0))
  retry(first, 1_000)
  const second = some(queues.takeBehind(first))
  expect(second.seq).toBe(2)
  expect([take(5_000), queues.takeBehind(first)]).toEqual([undefined, undefined])
  queues.retry(first, 1_000)
  expect(take(1_000)?.seq).toBe(1)
})

it('gives everything at once when the waits end', () => {
  const { queues, enqueue, take, retry } = queue()
  enqueue('a')
  enqueue('b')
  for (const delivery of [take(), take()]) retry(some(delivery), 300_000)
  expect(take(1)).toBeUndefined()
  queues.wake()
  expect(seqs([take(1), take(1)])).toEqual([1, 2])
})

it('sees after a reload what another process put back, and repeats nothing in flight', () => {
  const { queues, enqueue, take, finish } = queue()
  enqueue('a', 3)
  const first = some(take())
  queues.reload()
  expect(take()).toBeUndefined()
  finish(first)
  expect(take()?.seq).toBe(2)
})
