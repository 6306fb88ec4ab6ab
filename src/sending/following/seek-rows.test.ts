import { expect, test } from 'vitest'
import type { ConversationKey, Handle, MessageGuid, RowId } from '../../contract/ids.ts'
import type { FollowedHandover, SendLedger } from '../ledger/ledger.ts'
import type { Outgoing, OutgoingRow } from '../messages/outgoing.ts'
import { RowSeeker } from './seek-rows.ts'

const anna = 'dm:+12025550123' as ConversationKey
const minuteMs = 60_000

const row = (rowid: number, changes: Partial<OutgoingRow> = {}): OutgoingRow => ({
  rowid: rowid as RowId,
  guid: `guid-${rowid}` as MessageGuid,
  conversation: anna,
  chatGuid: null,
  text: 'Hello',
  hasAttachments: false,
  isBlank: false,
  handle: '+12025550123' as Handle,
  service: 'iMessage',
  sentAtMs: 0,
  isSelfChat: false,
  ...changes,
})

const handover = (afterRowid: number) =>
  ({ id: 1, handle: '+12025550123', afterRowid: afterRowid as RowId, rowid: null }) as unknown as FollowedHandover

function seeking() {
  const at = { nowMs: 0, rows: [] as OutgoingRow[], newestOfOthers: 0 }
  const [claimed, ghosts]: [number[], number[]] = [[], []]
  /** The ROWIDs after which rows were read, and the number of rows that were read again. */
  const [reads, rereads]: [number[], number[]] = [[], []]
  const ledger = {
    claim: ({ rowid }: OutgoingRow) => void claimed.push(rowid),
    recordGhost: (_id: number, { rowid }: OutgoingRow) => void ghosts.push(rowid),
  } as unknown as SendLedger
  const outgoing = {
    newestRowid: () => Math.max(at.rows.at(-1)?.rowid ?? 0, at.newestOfOthers),
    sentAfter(after: number, limit: number) {
      reads.push(after)
      return at.rows.filter(({ rowid }) => rowid > after).slice(0, limit)
    },
    sentAmong(rowids: readonly number[]) {
      rereads.push(rowids.length)
      return at.rows.filter(({ rowid }) => rowids.includes(rowid))
    },
  } as unknown as Outgoing
  const seeker = new RowSeeker({ ledger, outgoing, nowMs: () => at.nowMs, ghostAfter: 2_000 })
  const seek = (handovers = [handover(0)], isAnew = false) => seeker.seek({ handovers, isAnew })
  const taken = () => claimed.splice(0)
  return { at, taken, ghosts, reads, rereads, seek }
}

test('only rows after the handover are offered, and none when nothing is sought', () => {
  const { at, taken, reads, seek } = seeking()
  at.rows = [row(1), row(2), row(3)]
  seek([])
  expect(reads).toEqual([])
  seek([handover(2)])
  expect(taken()).toEqual([3])
})

test('rows of others are not read again, and young rows of ours are', () => {
  const { at, taken, reads, rereads, seek } = seeking()
  at.newestOfOthers = 5_000
  seek([handover(10)])
  at.rows = [row(5_001)]
  at.newestOfOthers = 90_000
  seek([handover(10)])
  seek([handover(10)], true)
  expect(reads).toEqual([10, 5_000, 90_000])
  expect(rereads).toEqual([1])
  expect(taken()).toEqual([5_001, 5_001])
})

test('a row is offered once, and again when it may have changed', () => {
  const { at, taken, seek } = seeking()
  at.rows = [row(1)]
  seek()
  seek()
  expect(taken()).toEqual([1])
  seek([handover(0)], true)
  expect(taken()).toEqual([1])
})

test('a row without a chat is offered once it has one', () => {
  const { at, taken, seek } = seeking()
  at.rows = [row(1, { conversation: null })]
  seek()
  expect(taken()).toEqual([])
  at.rows = [row(1)]
  seek([handover(0)], true)
  expect(taken()).toEqual([1])
})

test('rows known for long are not read again, younger ones are', () => {
  const { at, reads, rereads, seek } = seeking()
  at.rows = [row(1), row(2)]
  seek()
  at.nowMs = minuteMs
  at.rows.push(row(3, { sentAtMs: minuteMs }))
  seek()
  seek()
  expect(reads).toEqual([0, 2, 3])
  expect(rereads).toEqual([2, 1])
})

test('many rows are read page by page, and seek reports completion only at the end', () => {
  const { at, taken, seek } = seeking()
  at.nowMs = 10 * minuteMs
  at.rows = Array.from({ length: 700 }, (_, i) => row(i + 1))
  expect([seek(), seek()]).toEqual([false, true])
  expect(taken().length).toBe(700)
})

test('a rebuilt database is read from its beginning', () => {
  const { at, taken, seek } = seeking()
  at.nowMs = 10 * minuteMs
  at.rows = [row(8), row(9)]
  seek()
  taken()
  at.rows = [row(3, { sentAtMs: at.nowMs })]
  seek()
  expect(taken()).toEqual([3])
})

test('a ghost is accepted only after it has existed for a while', () => {
  const { at, ghosts, seek } = seeking()
  at.rows = [row(1, { conversation: null, text: null, isBlank: true })]
  seek()
  at.nowMs = 1_999
  seek()
  expect(ghosts).toEqual([])
  at.nowMs = 2_000
  seek()
  expect(ghosts).toEqual([1])
})
