import { expect, it } from 'vitest'
import type { ChatGuid, RowId } from '../../contract/ids.ts'
import { type Followed, judgeSend, ownRows, type Sent } from './judge-send.ts'
import type { RowSince } from './rows-since.ts'
import { Sightings } from './sightings.ts'

const guid = 'any;-;me@example.com' as ChatGuid
const text = { text: 'Test é' }
const file = { fileName: 'a.txt', bytes: 3 }

const rowWith = (changes: Partial<RowSince> & { state?: RowSince['status']['state'] } = {}): RowSince => ({
  rowid: 1 as RowId,
  isFromMe: true,
  text: 'Test é',
  isBlank: false,
  isEmpty: false,
  chatGuid: guid,
  sentAtMs: 0,
  status: { state: changes.state ?? 'delivered', error: 0, service: 'iMessage', chatGuid: guid },
  isEdited: false,
  isRetracted: false,
  isInThread: false,
  association: 0,
  target: '',
  expectsFile: false,
  files: [],
  ...changes,
})

const stored = { path: '/messages/a.txt', name: 'a.txt', bytes: 3, transferState: 5 }
const fileRow = { text: null, expectsFile: true, files: [stored] }

function judged(sent: Sent, rows: readonly (readonly RowSince[])[], more: Partial<Followed> = {}) {
  const sightings = new Sightings()
  for (const [index, seen] of rows.entries()) sightings.see(seen, 100 + index * 10)
  return judgeSend({
    ...ownRows(sightings.all(), sent, ({ chatGuid }) => chatGuid === guid),
    sent,
    verdict: { end: { is: 'handed_over' }, remedy: null },
    startMs: 50,
    endMs: 120,
    chatBefore: undefined,
    isStaged: (path) => path.startsWith('/ours/'),
    isOfMessages: (path) => path.startsWith('/messages/'),
    ...more,
  })
}

it('measures how long a row stands without its text, its chat and its file', () => {
  const bare = rowWith({ text: null, isBlank: true, chatGuid: null, state: 'landed' })
  const withText = rowWith({ chatGuid: null, state: 'sent' })
  expect(judged(text, [[bare], [withText], [rowWith()]]).findings).toMatchObject({
    row_ms: 50,
    without_body_ms: 10,
    without_chat_ms: 20,
    states: ['landed', 'sent', 'delivered'],
    sent_ms: 60,
    delivered_ms: 70,
  })
  const begun = rowWith({ ...fileRow, files: [] })
  const ours = rowWith({ ...fileRow, files: [{ ...stored, path: '/ours/a.txt', transferState: 3 }] })
  expect(judged(file, [[begun], [ours], [rowWith(fileRow)]])).toMatchObject({
    state: 'as_expected',
    findings: { without_file_ms: 10, file_places: ['ours', 'messages'], transfer_states: [3, 5] },
  })
})

it.each([
  ['another text', text, rowWith({ text: 'Test, changed' }), 'text_differs'],
  ['a decomposed text', text, rowWith({ text: 'Test e\u0301' }), 'text_differs'],
  ['another service', text, rowWith({ status: { ...rowWith().status, service: 'SMS' } }), 'row_differs'],
  ['no delivery', text, rowWith({ state: 'sent' }), 'not_delivered'],
  ['another chat', text, rowWith({ chatGuid: 'any;-;other' as ChatGuid }), 'row_differs'],
  ['a file elsewhere', file, rowWith({ ...fileRow, files: [{ ...stored, path: '/tmp/a.txt' }] }), 'row_differs'],
  ['a file under another name', file, rowWith({ ...fileRow, files: [{ ...stored, name: 'b.txt' }] }), 'row_differs'],
  ['a shorter file', file, rowWith({ ...fileRow, files: [{ ...stored, bytes: 2 }] }), 'row_differs'],
] as const)('%s differs from what is known', (_, sent, row, reason) => {
  expect(judged(sent, [[row]], { chatBefore: guid })).toMatchObject({ state: 'differs', reason })
})

it('two rows from me are a message that was sent twice, one in each direction is a note', () => {
  const second = rowWith({ rowid: 2 as RowId })
  expect(judged(text, [[rowWith(), second]])).toMatchObject({ state: 'failed', reason: 'several_rows' })
  const copy = { ...second, isFromMe: false, chatGuid: 'any;-;other' as ChatGuid, sentAtMs: 1_500 }
  expect(judged(text, [[rowWith()], [copy]])).toMatchObject({
    state: 'as_expected',
    findings: { rows: 1, twin: 'other_chat', twin_ms: 10, twin_apart_ms: 1_500 },
  })
})
