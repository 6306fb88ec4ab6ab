import { expect, test } from 'vitest'
import type { Handle, MessageGuid } from '../contract/ids.ts'
import type { Row } from '../domain/row.ts'
import { anna, chatWith, textRow } from '../domain/test-row.ts'
import type { IngestedRow } from '../store/journal/ingest-store.ts'
import { ingestInto, journalInMemory, messageOf, nobody, pageOf } from '../store/journal/test-journal.ts'
import { type ChatRow, ingestedRow } from './decide-row.ts'
import { repeats } from './repeats.ts'

const me = '+12025550100' as Handle
const chatRow = (rowid: number, changes: Partial<Row> = {}): ChatRow => ({
  ...textRow(rowid, changes),
  chat: changes.chat ?? chatWith(anna),
})
const note = (rowid: number, changes: Partial<Row> = {}) =>
  chatRow(rowid, { chat: chatWith(me), handle: me, text: 'milk', ...changes })
const asIngested = (row: Row): IngestedRow => ingestedRow(row, { relayed: messageOf(row.rowid) }, [me])

/** Whether `row` is a repeat after others, which are in the journal or in the page that is being decided. */
function isRepeat(row: ChatRow, after: { committed?: ChatRow[]; pending?: ChatRow[] }, isSelf = false) {
  const ingest = ingestInto(journalInMemory())
  ingest.commit(pageOf((after.committed ?? []).map(asIngested)), nobody)
  return repeats(ingest, (after.pending ?? []).map(asIngested))(row, isSelf)
}

test.each(['committed', 'pending'] as const)('a row is recognised by its GUID once it is %s', (where) => {
  const renumbered = chatRow(2, { guid: 'guid-1' as MessageGuid })
  expect(isRepeat(renumbered, { [where]: [chatRow(1)] })).toBe(true)
  expect(isRepeat(chatRow(2), { [where]: [chatRow(1)] })).toBe(false)
})

test.each(['committed', 'pending'] as const)(
  'a copy under a fresh GUID is recognised once the first is %s',
  (where) => {
    const copy = chatRow(2, { text: 'text 1' })
    expect(isRepeat(copy, { [where]: [chatRow(1)] })).toBe(true)
    expect(isRepeat({ ...copy, sentAtMs: 1 }, { [where]: [chatRow(1)] })).toBe(false)
  },
)

test('the other copy of a note to myself is recognised, wherever each of them is', () => {
  const mine = note(1, { isFromMe: true })
  const copy = note(2, { sentAtMs: 60_000 })
  expect(isRepeat(copy, { committed: [mine] }, true)).toBe(true)
  expect(isRepeat(copy, { pending: [mine] }, true)).toBe(true)
  expect(isRepeat(copy, { committed: [mine], pending: [note(3)] }, true)).toBe(false)
})

test('in other chats the same text from the other side is a reply', () => {
  expect(isRepeat(chatRow(2, { text: 'text 1' }), { committed: [chatRow(1, { isFromMe: true })] })).toBe(false)
})
