import { expect, test } from 'vitest'
import type { MessageGuid, RowId } from '../../contract/ids.ts'
import type { RowStatus } from '../decisions/row-status.ts'
import type { FollowedHandover, SendLedger } from '../ledger/ledger.ts'
import type { Outgoing, OutgoingRowState } from '../messages/outgoing.ts'
import { watchRows } from './watch-rows.ts'

const guid = 'guid' as MessageGuid
const landed: RowStatus = { state: 'landed', error: 0, service: 'iMessage', chatGuid: null }
const state: OutgoingRowState = {
  guid,
  error: 0,
  isSent: true,
  isDelivered: false,
  isRead: false,
  wasDowngraded: false,
  service: 'iMessage',
  chatGuid: null,
  hasFile: false,
  files: [],
}

/** Returns what is recorded for one of our rows in the given state. */
function told(now: OutgoingRowState | undefined, before: RowStatus | null = landed) {
  const recorded: RowStatus[] = []
  watchRows([{ id: 1, rowid: 7 as RowId, guid, status: before } as unknown as FollowedHandover], {
    ledger: { recordStatus: (_id: number, status: RowStatus) => void recorded.push(status) } as unknown as SendLedger,
    outgoing: { statesOf: () => new Map(now && [[7, now]]) } as unknown as Outgoing,
    copies: { discardIfCopied: () => {} } as unknown as Parameters<typeof watchRows>[1]['copies'],
    nowMs: () => 0,
    timings: { fileWithin: 60_000 },
  })
  return recorded
}

test('a changed state is recorded', () => {
  expect(told(state)).toEqual([{ ...landed, state: 'sent' }])
  expect(told(state, null)).toEqual([{ ...landed, state: 'sent' }])
})

test('an unchanged state is not recorded', () => expect(told(state, { ...landed, state: 'sent' })).toEqual([]))

test('a deleted row keeps its last state', () => expect(told(undefined)).toEqual([]))

test('another message with the same ROWID, in a rebuilt database, is ignored', () =>
  expect(told({ ...state, guid: 'other' as MessageGuid })).toEqual([]))
