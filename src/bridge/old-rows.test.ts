import { expect, onTestFinished, test } from 'vitest'
import type { Written } from '../../simulator/messages/writer.ts'
import { temporaryMac } from '../../simulator/temporary-mac.ts'
import type { RowId } from '../contract/ids.ts'
import type { SeenRow } from '../domain/changes.ts'
import { messageSource } from '../mac/message-source.ts'
import { messagesPaths } from '../mac/messages-paths.ts'
import { snapshotStore } from '../store/journal/snapshot-store.ts'
import { ingestInto, journalInMemory, nobody, pageOf, skipped } from '../store/journal/test-journal.ts'
import { inTransaction } from '../store/transaction.ts'
import { OldRows } from './old-rows.ts'

const anna = '+12025550123'
const ben = '+12025550145'
const startMs = Date.UTC(2026, 5, 1)
const minuteMs = 60_000

/** Sets up a Mac and a journal on one clock that a test moves. */
function oldRowsOver() {
  let nowMs = startMs
  let comparingMs = 0
  const passing = () => {
    nowMs += comparingMs
    return nowMs
  }
  const clock = { nowMs: () => nowMs, monotonicMs: passing }
  const mac = temporaryMac({ nowMs, now: () => nowMs })
  const source = messageSource(messagesPaths(mac.home), mac.home)
  onTestFinished(() => {
    source.close()
    mac.close()
  })
  const db = journalInMemory()
  const store = snapshotStore(db)
  const open = () => new OldRows({ store, snapshots: source.snapshots, clock })
  let rows = open()
  source.check()
  const highest = () => Number(mac.row('SELECT max(ROWID) AS id FROM message')?.id ?? 0) as RowId
  const events = () =>
    db
      .prepare('SELECT payload FROM event ORDER BY id')
      .all()
      .map(({ payload }) => JSON.parse(String(payload)))
  /** Simulates the transaction that ingests the rows, which may fail. */
  const keep = (snapshots: readonly SeenRow[], { fails = false } = {}) => {
    const { write, committed } = rows.remember(snapshots)
    inTransaction(db, () => {
      write()
      if (fails) throw new Error('disk full')
    })
    committed()
  }
  return {
    messages: mac.messages,
    source,
    ingest: ingestInto(db),
    events,
    types: () => events().map(({ type }) => type),
    get rows() {
      return rows
    },
    pass(ms: number) {
      nowMs += ms
    },
    /** Each reading of the clock takes this long. */
    comparingTakes(ms: number) {
      comparingMs = ms
    },
    /** Simulates a write, and compares what is due. */
    async compare() {
      rows.databaseChanged()
      return rows.isDue() ? rows.compare({ rowid: highest(), beganMs: startMs }) : undefined
    },
    /** Remembers how the rows after this one look. */
    remember: (afterRowid = 0) =>
      keep(source.newRows({ afterRowid: afterRowid as RowId, limit: 100, sinceMs: 0 }).snapshots),
    keep,
    restart() {
      rows = open()
    },
  }
}

test('the first snapshot yields no event, and neither does a second one of an unchanged row', async () => {
  const { messages, compare, types } = oldRowsOver()
  messages.receive({ from: anna, text: 'one' })
  await compare()
  await compare()
  expect(types()).toEqual([])
})

test('each change of a row yields one event', async () => {
  const { messages, compare, events, types } = oldRowsOver()
  const mine = messages.send({ to: anna, text: 'mine' })
  const message = messages.receive({ from: anna, text: 'see you at 8' })
  await compare()
  messages.edit({ message, text: 'see you at 9' })
  messages.delivered({ message: mine })
  await compare()
  await compare()
  expect(events()).toContainEqual({ type: 'message_edited', chat_guid: message.chatGuid, rowid: message.rowid })
  messages.readByRecipient({ message: mine })
  messages.unsend({ message })
  await compare()
  expect(types().toSorted()).toEqual(['message_delivered', 'message_edited', 'message_read', 'message_unsent'])
})

test('a row is known from the moment it was ingested, so that a change soon after yields an event', async () => {
  const { messages, remember, compare, types } = oldRowsOver()
  const message = messages.receive({ from: anna, text: 'oops' })
  remember()
  messages.unsend({ message })
  await compare()
  expect(types()).toEqual(['message_unsent'])
})

test('a change between reading a row and remembering it yields an event', async () => {
  const { messages, source, keep, compare, types } = oldRowsOver()
  const message = messages.receive({ from: anna, text: 'oops' })
  const { snapshots } = source.newRows({ afterRowid: 0 as RowId, limit: 100, sinceMs: 0 })
  messages.unsend({ message })
  keep(snapshots)
  await compare()
  expect(types()).toEqual(['message_unsent'])
})

test('a row whose transaction failed is remembered by the next one', async () => {
  const { messages, source, keep, restart, compare, types } = oldRowsOver()
  const message = messages.receive({ from: anna, text: 'oops' })
  const { snapshots } = source.newRows({ afterRowid: 0 as RowId, limit: 100, sinceMs: 0 })
  expect(() => keep(snapshots, { fails: true })).toThrow('disk full')
  keep(snapshots)
  messages.unsend({ message })
  restart()
  await compare()
  expect(types()).toEqual(['message_unsent'])
})

test('a change made while the bridge was down yields an event after a restart', async () => {
  const { messages, compare, restart, types } = oldRowsOver()
  const message = messages.receive({ from: anna, text: 'unread' })
  await compare()
  messages.markRead({ message })
  restart()
  await compare()
  expect(types()).toEqual(['read_state'])
})

test('a tapback taken back yields an event with its target, whether or not a row reports it', async () => {
  for (const silently of [true, false]) {
    const { messages, remember, compare, events } = oldRowsOver()
    const target = messages.receive({ from: anna, text: 'good news' })
    const given = messages.tapback({ target, from: ben, kind: 'love' })
    remember()
    const removal = messages.removeTapback({ target, from: ben, kind: 'love', silently })
    remember(given.rowid)
    await compare()
    const told = { type: 'tapback_removed', rowid: given.rowid, target_guid: target.guid, emoji: '❤️' }
    expect(events()).toMatchObject(removal === undefined ? [told] : [])
  }
})

test('a message deleted on some device changes its conversation', async () => {
  const { messages, compare, events } = oldRowsOver()
  const message = messages.receive({ from: anna, text: 'goes' })
  messages.receive({ from: anna, text: 'stays' })
  await compare()
  messages.deleteForGood({ message })
  await compare()
  expect(events()).toEqual([{ type: 'conversation_changed', chat_guid: message.chatGuid, rowid: message.rowid }])
})

test("a row ingested as mine that turns out to be another's is to be ingested again", async () => {
  const { messages, ingest, compare, remember } = oldRowsOver()
  const message = messages.send({ to: anna, text: 'whose?' })
  const ingestAsMine = ({ rowid, guid }: Written) =>
    ingest.commit(pageOf([skipped(rowid, 'from_me', { guid: guid as never })]), nobody)
  ingestAsMine(message)
  remember()
  messages.flipSender({ message, fromMe: false })
  expect(await compare()).toBe(true)
  expect(ingest.waiting()).toMatchObject([{ rowid: message.rowid, guid: message.guid }])
  expect(ingest.knows(message.guid as never)).toBe(false)
})

test('a row that appears below the position is to be ingested, unless it is known, mine, or from before the relay began', async () => {
  const { messages, compare, ingest, pass } = oldRowsOver()
  messages.receive({ from: anna, text: 'from before' })
  pass(minuteMs)
  const known = messages.receive({ from: anna, text: 'known' })
  ingest.commit(pageOf([skipped(known.rowid, 'out_of_scope', { guid: known.guid as never })]), nobody)
  messages.send({ to: anna, text: 'mine' })
  expect(await compare()).toBe(false)
  const passedOver = messages.receive({ from: anna, text: 'passed over' })
  expect(await compare()).toBe(true)
  expect(ingest.waiting()).toMatchObject([{ rowid: passedOver.rowid, guid: passedOver.guid }])
  expect(await compare()).toBe(false)
})

test('rows older than half an hour are compared every five minutes', async () => {
  const { messages, compare, pass, types } = oldRowsOver()
  const message = messages.receive({ from: anna, text: 'old', atMs: startMs - 31 * minuteMs })
  await compare()
  messages.edit({ message, text: 'edited late' })
  pass(5 * minuteMs - 1)
  await compare()
  expect(types()).toEqual([])
  pass(1)
  await compare()
  expect(types()).toEqual(['message_edited'])
})

test('rows older than a week are not compared', async () => {
  const { messages, compare, pass, types } = oldRowsOver()
  const message = messages.receive({ from: anna, text: 'ancient', atMs: startMs - 8 * 24 * 60 * minuteMs })
  await compare()
  messages.edit({ message, text: 'changed' })
  pass(5 * minuteMs)
  await compare()
  expect(types()).toEqual([])
})

test('a row that leaves the window does not count as deleted', async () => {
  const { messages, compare, pass, types } = oldRowsOver()
  messages.receive({ from: anna, text: 'one' })
  await compare()
  for (const days of [6.9, 0.2, 2]) {
    pass(days * 24 * 60 * minuteMs)
    await compare()
  }
  expect(types()).toEqual([])
})

test('nothing is due before the database is written', async () => {
  const { rows, compare } = oldRowsOver()
  expect(rows.isDue()).toBe(false)
  await compare()
  expect(rows.isDue()).toBe(false)
})

test('after a long comparison it rests twenty times as long', async () => {
  const { rows, compare, comparingTakes, pass } = oldRowsOver()
  comparingTakes(1_000)
  await compare()
  comparingTakes(0)
  rows.databaseChanged()
  expect(rows.isDue()).toBe(false)
  pass(60_000)
  expect(rows.isDue()).toBe(true)
})

test('more rows than a slice holds are compared without a gap', async () => {
  const { messages, compare, types } = oldRowsOver()
  const rows = messages.transaction(() =>
    Array.from({ length: 1_250 }, (_, index) =>
      messages.receive({ from: anna, text: `${index}`, atMs: startMs - Math.floor(index / 3) * 1_000 }),
    ),
  )
  await compare()
  messages.transaction(() => {
    for (const index of [0, 999, 1_000, 1_249]) messages.markRead({ message: rows[index] ?? expect.fail() })
    messages.deleteForGood({ message: rows[1_001] ?? expect.fail() })
  })
  await compare()
  expect(types().toSorted()).toEqual(['conversation_changed', ...Array(4).fill('read_state')])
})

test('a sample of seen rows reveals a rebuilt database; after one, all rows are new', async () => {
  const { messages, rows, compare, types } = oldRowsOver()
  const written = [1, 2, 3, 4, 5, 6].map((count) => messages.receive({ from: anna, text: `${count}` }))
  await compare()
  expect(rows.sample()).toHaveLength(5)
  for (const { rowid, guid } of rows.sample()) expect(written).toContainEqual(expect.objectContaining({ rowid, guid }))
  rows.forget()
  expect(rows.sample()).toEqual([])
  messages.edit({ message: written[0] ?? expect.fail(), text: 'in another database' })
  await compare()
  expect(types()).toEqual([])
})
