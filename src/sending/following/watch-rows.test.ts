import { expect, test } from 'vitest'
import type { MessageGuid, RowId } from '../../contract/ids.ts'
import type { Followed, RowLook, SendLedger } from '../ledger/ledger.ts'
import type { Outgoing, OutgoingState } from '../messages/outgoing.ts'
import { watchRows } from './watch-rows.ts'

const guid = 'guid' as MessageGuid
const landed: RowLook = { state: 'landed', error: 0, service: 'iMessage', chatGuid: null }
const state: OutgoingState = {
  ...{ guid, error: 0, isSent: true, isDelivered: false, isRead: false, wasDowngraded: false },
  ...{ service: 'iMessage', chatGuid: null, files: [] },
}

/** Returns what is recorded for one of our rows in the given state. */
function told(now: OutgoingState | undefined, before: RowLook | null = landed) {
  const looks: RowLook[] = []
  watchRows([{ id: 1, rowid: 7 as RowId, guid, look: before } as unknown as Followed], {
    ledger: { looked: (_id: number, look: RowLook) => void looks.push(look) } as unknown as SendLedger,
    outgoing: { statesOf: () => new Map(now && [[7, now]]) } as unknown as Outgoing,
    copies: { looked: () => {} } as unknown as Parameters<typeof watchRows>[1]['copies'],
    nowMs: () => 0,
  })
  return looks
}

test('a changed state is recorded', () => {
  expect(told(state)).toEqual([{ ...landed, state: 'sent' }])
  expect(told(state, null)).toEqual([{ ...landed, state: 'sent' }])
})

test('an unchanged state is not recorded', () => expect(told(state, { ...landed, state: 'sent' })).toEqual([]))

test('a deleted row keeps its last state', () => expect(told(undefined)).toEqual([]))

test('another message with the same ROWID, in a rebuilt database, is ignored', () =>
  expect(told({ ...state, guid: 'other' as MessageGuid })).toEqual([]))
