import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { pick as pickOf, seededRandom } from '../../../simulator/random.ts'
import type { ConversationKey, DeliveryId, MessageGuid } from '../../contract/ids.ts'
import { testFolders } from '../test-folder.ts'
import { letGoAfterRestore } from './after-restore.ts'
import { deadLetterChanges } from './dead-letters.ts'
import { type Deliveries, journalDeliveries, type Settlement } from './deliveries.ts'
import { deliveryChanges } from './delivery-changes.ts'
import { openJournal } from './open.ts'
import { deliveryRetention } from './retention.ts'

const testFolder = testFolders(onTestFinished)
const installKey = Buffer.alloc(32, 1)
const [runs, changesInEach] = [12, 300]
const quarterMs = 900_000
const dayMs = 96 * quarterMs
const plugins = ['hook', 'chat'] as const

type Counts = Map<string, number>
const add = (counts: Counts, key: string, n: number): Counts => counts.set(key, (counts.get(key) ?? 0) + n)

/** Counts the deliveries themselves. */
function recounted(db: DatabaseSync): Counts {
  const counts: Counts = new Map()
  for (const row of db.prepare('SELECT * FROM delivery WHERE settled_at_ms IS NOT NULL').all()) {
    const { state, integration, is_test: isTest, last_error: error } = row
    const [settledMs, createdMs] = [Number(row.settled_at_ms), Number(row.created_at_ms)]
    const quarter = Math.floor(settledMs / quarterMs)
    const tookMs = settledMs - createdMs
    if (state === 'acked') add(counts, `${quarter} ${integration} delivered ${tookMs}`, 1)
    else if (state === 'dead' && isTest === 0) add(counts, `${quarter} ${integration} failed 0`, 1)
    else if (state === 'skipped' && error === 'skipped by hand') add(counts, `${quarter} ${integration} skipped 0`, 1)
    else if (state === 'skipped' && String(error).startsWith('dropped by '))
      add(counts, `${quarter} ${integration} filter 0`, 1)
  }
  return counts
}

const kept = (db: DatabaseSync): Counts =>
  new Map(
    db
      .prepare('SELECT * FROM delivery_traffic WHERE n <> 0')
      .all()
      .map(({ quarter, integration, outcome, took_ms: took, n }) => [
        `${quarter} ${integration} ${outcome} ${took}`,
        Number(n),
      ]),
  )

const lastDelivered = (db: DatabaseSync) =>
  Object.fromEntries(
    db
      .prepare('SELECT integration, delivered_at_ms FROM last_delivery')
      .all()
      .map(({ integration, delivered_at_ms: atMs }) => [integration, atMs]),
  )

function play(seed: number): void {
  const random = seededRandom(seed)
  const number = (below: number) => Math.floor(random() * below)
  const pick = <T>(from: readonly T[]): T => pickOf(random, from)
  const path = join(testFolder(), 'journal.db')
  let db = openJournal(path).db
  onTestFinished(() => db.close())
  let deliveries: Deliveries = journalDeliveries(db, installKey)
  let nowMs = 1_790_000_000_000
  const others = { deliveries: deliveryChanges(path, () => nowMs), letters: deadLetterChanges(path, () => nowMs) }
  /** The counts of deleted deliveries, and when each plugin was delivered something last. */
  const deleted: Counts = new Map()
  const last: Record<string, number> = {}
  let made = 0

  const rows = () => db.prepare('SELECT id, integration, created_at_ms FROM delivery').all()
  const anyDelivery = () => {
    const found = rows()
    return found.length === 0 ? undefined : pick(found)
  }

  function settlement(): Settlement | undefined {
    const row = anyDelivery()
    if (row === undefined) return undefined
    const owner = { id: row.id as DeliveryId, integration: row.integration as string, durationMs: number(900) }
    const tried = { attempts: 1 + number(9), crashes: 0 }
    return pick<Settlement>([
      ...Array(3).fill({ ...owner, outcome: 'acked' }),
      // The caller's view of a delivery is right, unless the delivery changed meanwhile.
      { ...owner, outcome: 'acked', createdAtMs: Number(row.created_at_ms) },

      { ...owner, outcome: 'acked', createdAtMs: Number(row.created_at_ms) - 1 - number(5_000) },
      { ...owner, outcome: 'retry', ...tried, nextAtMs: nowMs + number(9_000), error: 'refused' },
      { ...owner, outcome: 'dead', ...tried, error: 'refused' },
      { ...owner, outcome: 'skipped', error: pick(['dropped by filter', 'skipped by hand', 'no longer kept']) },
      { ...owner, outcome: 'begun' },
      { ...owner, outcome: 'heeded' },
    ])
  }

  const batch = () => Array.from({ length: 1 + number(12) }, settlement).filter((each) => each !== undefined)

  /** Settles a batch of which the last cannot be written, as a crash ends a transaction. */
  function settleInVain(): void {
    const circular: { self?: object } = {}
    circular.self = circular
    const first = anyDelivery()
    if (first === undefined) return
    const owner = { id: first.id as DeliveryId, integration: String(first.integration) }
    const before = [kept(db), lastDelivered(db)]
    expect(() => deliveries.settle([...batch(), { ...owner, outcome: 'acked', handed: circular }], nowMs)).toThrow(
      /circular/,
    )
    expect([kept(db), lastDelivered(db)]).toEqual(before)
  }

  /** Deletes, after which everything stays counted. */
  function deleting(remove: () => void): void {
    const before = recounted(db)
    remove()
    const after = recounted(db)
    for (const [key, n] of before) add(deleted, key, n - (after.get(key) ?? 0))
  }

  const anyId = () => String(anyDelivery()?.id ?? '')
  const changes: (() => unknown)[] = [
    ...Array(6).fill(() =>
      deliveries.enqueue({
        integration: pick(plugins),
        guid: `g${made++}` as MessageGuid,
        conversation: pick(['dm:a', 'dm:b']) as ConversationKey,
        nowMs,
      }),
    ),
    ...Array(8).fill(() => deliveries.settle(batch(), nowMs)),
    settleInVain,
    () => others.deliveries.retry(anyId()),
    () => others.deliveries.retryAll(pick(plugins)),
    () => others.deliveries.skip(anyId()),
    () => others.deliveries.sendAgain(anyId()),
    () => others.deliveries.test(pick(plugins), { sender: 'us', text: 'a test' }),
    () => others.letters.retry({ integration: pick(plugins) }),
    () => others.letters.drop({ integration: pick(plugins) }),
    () => deliveryRetention(db).expire([pick(plugins)], nowMs),
    () => letGoAfterRestore(db, { nowMs, beforeMs: nowMs - dayMs }),
    () => deleting(() => deliveryRetention(db).prune(nowMs, 1 + number(40))),
    // A connection opened later finds everything committed.
    () => {
      db.close()
      db = openJournal(path).db
      deliveries = journalDeliveries(db, installKey)
    },
    // The clock goes on, jumps ahead by days, and is set back.
    ...Array(6).fill(() => {
      nowMs += number(3_000)
    }),
    () => {
      nowMs += number(3 * dayMs)
    },
    () => {
      nowMs -= number(quarterMs)
    },
  ]

  for (let at = 0; at < changesInEach; at++) {
    pick(changes)()
    for (const { integration, at_ms: atMs } of db
      .prepare(
        "SELECT integration, max(settled_at_ms) AS at_ms FROM delivery WHERE state = 'acked' GROUP BY integration",
      )
      .all())
      last[String(integration)] = Math.max(last[String(integration)] ?? 0, Number(atMs))
    const expected = recounted(db)
    for (const [key, n] of deleted) add(expected, key, n)
    expect(steps(kept(db)), `seed ${seed}, change ${at}`).toEqual(steps(expected))
    expect(lastDelivered(db), `seed ${seed}, change ${at}`).toEqual(last)
  }
}

/** Times are counted in steps of about a twentieth, which grow with the time. */
function steps(counts: Counts): Counts {
  const found: Counts = new Map()
  for (const [key, n] of counts) {
    const [quarter, integration, outcome, took] = key.split(' ')
    if (n !== 0) add(found, `${quarter} ${integration} ${outcome} ${step(Number(took))}`, n)
  }
  return found
}

function step(tookMs: number): number {
  const ms = Math.max(0, tookMs)
  for (const [end, width] of ends) if (ms < end) return ms - (ms % width)
  return ms - (ms % 200_000)
}
const ends: readonly (readonly [end: number, width: number])[] = [
  [10, 1],
  [50, 2],
  [100, 5],
  [500, 20],
  [1_000, 50],
  [5_000, 200],
  [10_000, 500],
  [50_000, 2_000],
  [100_000, 5_000],
  [500_000, 20_000],
  [1_000_000, 50_000],
]

it.each(Array.from({ length: runs }, (_, index) => [index + 1]))(
  'what is counted is what became of the deliveries, whatever happens in which order (seed %i)',
  play,
)
