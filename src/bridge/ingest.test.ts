import { expect, test } from 'vitest'
import { usualCategories } from '../contract/categories.ts'
import type { Handle } from '../contract/ids.ts'
import { holdMs, patienceMs } from '../domain/completeness.ts'
import type { RelayMessage, Row } from '../domain/message.ts'
import { anna, chatWith, groupOf, textRow } from '../domain/test-row.ts'
import { ingestInto, journalInMemory, positionAt, toIntegrations } from '../store/journal/test-journal.ts'
import type { RelayContext } from './decide-row.ts'
import { ingest } from './ingest.ts'
import { LaneWatch } from './lane-watch.ts'

const startMs = Date.UTC(2026, 5, 1)
const me = '+12025550100' as Handle
const ben = '+12025550145' as Handle
const blank = { text: null, isBlank: true }

/** Simulates rows as a table that a test may change between polls; everyone is in scope. */
function relayOver(rows: Row[], changes: Partial<RelayContext> = {}) {
  const db = journalInMemory()
  const journal = changes.journal ?? ingestInto(db)
  if (changes.journal === undefined) journal.moveTo(positionAt(0, { newestMs: startMs }))
  const relayed: RelayMessage[] = []
  const pages: number[] = []
  const inOrder = (found: Row[]) => found.toSorted((a, b) => a.rowid - b.rowid)
  const context: RelayContext = {
    newRows: (rowid, limit) => ({
      rows: inOrder(rows.filter((row) => row.rowid > rowid)).slice(0, limit),
      snapshots: [],
    }),
    rows: {
      withRowids: (rowids) => inOrder(rows.filter((row) => rowids.includes(row.rowid))),
      sentSince: (sinceMs, afterRowid, limit) =>
        inOrder(rows.filter((row) => row.sentAtMs >= sinceMs && row.rowid > afterRowid)).slice(0, limit),
      withGuid: () => undefined,
      eldersOf: (rowid) => {
        const moment = rows.find((row) => row.rowid === rowid)?.sentAtUs
        return rows.filter((row) => row.rowid < rowid && row.sentAtUs === moment)
      },
    },
    chatOfPerson: (handle) => chatWith(handle),
    conversationOf: ({ conversation }) => conversation,
    inOneState: (read) => read(),
    journal,
    lanes: new LaneWatch(() => 86_400_000),
    scope: () => ({ scope: 'everyone', selfHandles: [me], handles: [], groups: [], categories: usualCategories }),
    nameOf: () => undefined,
    isEcho: () => false,
    recipients: () => toIntegrations('hook'),
    remember: () => ({ write: () => undefined, committed: () => undefined }),
    ...changes,
  }
  const outcomes = () =>
    db
      .prepare('SELECT src_rowid AS rowid, outcome FROM inbox ORDER BY src_rowid')
      .all()
      .map(({ rowid, outcome }) => [rowid, outcome])
  return {
    db,
    rows,
    journal,
    outcomes,
    pages,
    async poll(afterMs = 0) {
      for await (const page of ingest(context, startMs + afterMs)) {
        pages.push(page.rows.length)
        relayed.push(...page.rows.flatMap(({ message }) => message ?? []))
      }
    },
    relayed: () => relayed.map(({ rowid }) => rowid),
    waiting: () => journal.waiting().map(({ rowid }) => rowid),
    messages: relayed,
    /** Simulates that Messages writes the rest of a row. */
    change(rowid: number, now: Partial<Row>) {
      const index = rows.findIndex((row) => row.rowid === rowid)
      rows.splice(index, 1, { ...(rows[index] ?? expect.fail('no row')), ...now })
    },
  }
}

const now = (rowid: number, changes: Partial<Row> = {}) => textRow(rowid, { sentAtMs: startMs, ...changes })

test('all new rows are ingested once, in ROWID order', async () => {
  const relay = relayOver([now(3), now(1), now(2)])
  await relay.poll()
  await relay.poll()
  expect(relay.relayed()).toEqual([1, 2, 3])
  expect(relay.journal.position()).toMatchObject({ rowid: 3, guid: 'guid-3' })
})

test('a stranger is skipped, and the cursor still moves past', async () => {
  const nobody = {
    scope: 'whitelist' as const,
    selfHandles: [me],
    handles: [],
    groups: [],
    categories: usualCategories,
  }
  const relay = relayOver([now(1)], { scope: () => nobody })
  await relay.poll()
  expect(relay.relayed()).toEqual([])
  expect(relay.outcomes()).toEqual([[1, 'out_of_scope']])
  expect(relay.journal.position()?.rowid).toBe(1)
})

test('a burst is ingested completely, with a commit for each page, and pages grow while more is there', async () => {
  const relay = relayOver(Array.from({ length: 2_450 }, (_, index) => now(index + 1)))
  await relay.poll()
  expect(relay.relayed()).toHaveLength(2_450)
  expect(relay.pages.filter((count) => count > 0)).toEqual([200, 400, 800, 800, 250])
})

test('a full page with nothing after it is the end', async () => {
  const relay = relayOver(Array.from({ length: 200 }, (_, index) => now(index + 1)))
  await relay.poll()
  expect(relay.journal.position()?.rowid).toBe(200)
})

test('a row without its body waits, the cursor moves past, and it is relayed when it is complete', async () => {
  const relay = relayOver([now(1, blank)])
  await relay.poll()
  expect([relay.relayed(), relay.waiting(), relay.journal.position()?.rowid]).toEqual([[], [1], 1])
  relay.change(1, { text: 'now', isBlank: false })
  await relay.poll(1_000)
  expect([relay.relayed(), relay.waiting()]).toEqual([[1], []])
})

test('a row that waited too long is relayed as it is', async () => {
  const relay = relayOver([now(1, blank)])
  for (const afterMs of [0, patienceMs - 1]) await relay.poll(afterMs)
  expect(relay.relayed()).toEqual([])
  await relay.poll(patienceMs)
  expect(relay.messages).toMatchObject([{ rowid: 1, text: null }])
})

test('later rows of its chat wait and keep their order; other chats continue', async () => {
  const other = { chat: groupOf('chat1'), handle: ben }
  const relay = relayOver([now(1, blank), now(2), now(3, other)])
  await relay.poll()
  expect([relay.relayed(), relay.waiting()]).toEqual([[3], [1, 2]])
  relay.change(1, { text: 'now', isBlank: false })
  await relay.poll(1_000)
  expect(relay.relayed()).toEqual([3, 1, 2])
})

test('later rows of its chat are held for some seconds only', async () => {
  const relay = relayOver([now(1, blank), now(2)])
  for (const afterMs of [0, holdMs - 1]) await relay.poll(afterMs)
  expect(relay.relayed()).toEqual([])
  await relay.poll(holdMs)
  expect([relay.relayed(), relay.waiting()]).toEqual([[2], [1]])
})

test('a waiting row that was deleted is no longer waited for', async () => {
  const relay = relayOver([now(1, blank)])
  await relay.poll()
  relay.rows.length = 0
  await relay.poll(1_000)
  expect([relay.relayed(), relay.waiting()]).toEqual([[], []])
})

test('after the clock was set back by an hour a row does not wait for an hour', async () => {
  const relay = relayOver([now(1, blank)])
  await relay.poll()
  await relay.poll(-3_600_000)
  expect(relay.relayed()).toEqual([1])
})

test("a row that Messages joins to no chat is relayed in its sender's conversation after the longest wait", async () => {
  const relay = relayOver([now(1, { chat: undefined })])
  await relay.poll()
  expect(relay.waiting()).toEqual([1])
  await relay.poll(patienceMs)
  expect(relay.messages).toMatchObject([{ conversation: `dm:${anna}`, handle: anna }])
})

test('a message that comes again under a fresh GUID is not relayed again, in a chat or in none', async () => {
  for (const chat of [chatWith(anna), undefined]) {
    const relay = relayOver([now(1, { chat })])
    await relay.poll()
    await relay.poll(patienceMs)
    relay.rows.push(now(2, { chat, text: 'text 1' }))
    await relay.poll(patienceMs + 1_000)
    await relay.poll(3 * patienceMs)
    expect(relay.outcomes()).toEqual([
      [1, 'relayed'],
      [2, 'repeat'],
    ])
  }
})

test('copies within one page are recognised as well', async () => {
  const relay = relayOver([now(1), now(2, { text: 'text 1' }), now(3)])
  await relay.poll()
  expect(relay.relayed()).toEqual([1, 3])
})

/** Ingests rows in one page, and then in a page for each. */
async function* eachWay(...rows: Row[]) {
  const together = relayOver([...rows])
  await together.poll(60_000)
  yield together
  const apart = relayOver([])
  for (const row of rows) {
    apart.rows.push(row)
    await apart.poll(60_000)
  }
  yield apart
}

test('a row is recognised by its GUID, whatever became of its text', async () => {
  for await (const relay of eachWay(now(1), now(2, { guid: now(1).guid }), now(3))) {
    expect(relay.relayed()).toEqual([1, 3])
  }
})

test('the same text of another moment or from the other side is no copy', async () => {
  const later = now(2, { text: 'text 1', sentAtMs: startMs + 1 })
  const mine = now(3, { text: 'text 1', isFromMe: true })
  for await (const relay of eachWay(now(1), later, mine, now(4, { text: 'text 1' }))) {
    expect(relay.outcomes()).toEqual([
      [1, 'relayed'],
      [2, 'relayed'],
      [3, 'from_me'],
      [4, 'repeat'],
    ])
  }
})

const note = (rowid: number, changes: Partial<Row> = {}) =>
  now(rowid, { chat: chatWith(me), handle: me, text: 'milk', ...changes })

test('a note to myself is relayed once, whichever copy comes first and in whichever chat', async () => {
  for (const isFromMe of [true, false]) {
    const copy = note(2, { isFromMe: !isFromMe, sentAtMs: startMs + 60_000, chat: chatWith(me, { id: 2 }) })
    for await (const relay of eachWay(note(1, { isFromMe }), copy)) {
      expect(relay.outcomes()).toEqual([
        [1, 'relayed'],
        [2, 'repeat'],
      ])
    }
  }
})

test('a note without a copy is relayed, and so is the same text written again', async () => {
  const relay = relayOver([
    note(1, { isFromMe: true }),
    note(2),
    note(3, { isFromMe: true, sentAtMs: startMs + 10_000 }),
    note(4, { sentAtMs: startMs + 10_000 }),
  ])
  await relay.poll(20_000)
  expect(relay.relayed()).toEqual([1, 3])
})

test('a note to myself that iCloud inserts again, in either direction, is not relayed again', async () => {
  const single = note(1, { isFromMe: true })
  for await (const relay of eachWay(single, note(2), note(3, { isFromMe: true }), note(4)))
    expect(relay.outcomes().map(([, outcome]) => outcome)).toEqual(['relayed', 'repeat', 'repeat', 'repeat'])
})

test('a copy of a message from before the relay began is not relayed, and another text of that moment is', async () => {
  const relay = relayOver([now(1), note(2, { isFromMe: true })])
  relay.journal.moveTo(positionAt(2, { newestMs: startMs - 1 }))
  relay.rows.push(now(3, { text: 'text 1' }), note(4), now(5))
  await relay.poll()
  expect(relay.outcomes()).toEqual([
    [3, 'repeat'],
    [4, 'repeat'],
    [5, 'relayed'],
  ])
})

test('a copy of a row that waits for its chat is relayed, and the row itself is not when it is complete', async () => {
  const relay = relayOver([now(1, { chat: undefined }), now(2, { text: 'text 1' })])
  await relay.poll()
  await relay.poll(holdMs + 1)
  expect([relay.relayed(), relay.waiting()]).toEqual([[2], [1]])
  relay.change(1, { chat: chatWith(anna) })
  await relay.poll(holdMs + 2)
  expect(relay.outcomes()).toEqual([
    [1, 'repeat'],
    [2, 'relayed'],
  ])
})

test('the same text a long time later is not a copy', async () => {
  const later = note(2, { isFromMe: false, sentAtMs: startMs + 6 * 60_000 })
  const relay = relayOver([note(1, { isFromMe: true }), later])
  await relay.poll(6 * 60_000)
  expect(relay.relayed()).toEqual([1, 2])
})

test('after a rebuild recently sent rows are scanned again, and known ones are not repeated', async () => {
  const relay = relayOver([now(1), now(2)])
  await relay.poll()
  // The new database has other ROWIDs, and one message that was under way.
  const known = now(11, { guid: now(1).guid, text: 'text 1' })
  relay.rows.splice(0, 2, known, now(12), now(13, { sentAtMs: startMs - 3_600_000 }))
  const rescan = { sinceMs: startMs - 900_000, afterRowid: 0, upToRowid: 13 }
  relay.journal.moveTo(positionAt(13, { newestMs: startMs, epoch: 1, rescan }))
  await relay.poll(1_000)
  expect(relay.relayed()).toEqual([1, 2, 12])
  expect(relay.journal.position()).toMatchObject({ rowid: 13, rescan: null })
})

test('when a page cannot be written its rows come again', async () => {
  const relay = relayOver([now(1), now(2)])
  relay.db.exec(
    "CREATE TRIGGER full BEFORE INSERT ON delivery WHEN new.guid = 'guid-2' BEGIN SELECT RAISE(ABORT, 'disk full'); END",
  )
  await expect(relay.poll()).rejects.toThrow('disk full')
  expect(relay.journal.position()?.rowid).toBe(0)
  relay.db.exec('DROP TRIGGER full')
  await relay.poll()
  expect(relay.relayed()).toEqual([1, 2])
})

test('a caller that stops after a page finds the rest at the next poll', async () => {
  const relay = relayOver(Array.from({ length: 450 }, (_, index) => now(index + 1)))
  relay.pages.push = () => {
    throw new Error('the plugin host crashed')
  }
  await expect(relay.poll()).rejects.toThrow('crashed')
  expect(relay.journal.position()?.rowid).toBe(200)
  relay.pages.push = Array.prototype.push
  await relay.poll()
  expect(relay.db.prepare('SELECT count(*) AS n FROM delivery').get()).toEqual({ n: 450 })
})

test('a message dated in the future does not make later ones late', async () => {
  const relay = relayOver([now(1, { sentAtMs: startMs + 9 * 3_600_000 }), now(2)])
  await relay.poll()
  expect(relay.relayed()).toEqual([1, 2])
  expect(relay.journal.position()?.newestMs).toBe(startMs)
})

test('ingesting without a position is a fault of our own', async () => {
  const journal = ingestInto(journalInMemory())
  await expect(relayOver([], { journal }).poll()).rejects.toThrow(/had a position/)
})
