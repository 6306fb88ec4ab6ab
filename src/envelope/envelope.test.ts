import { expect, test } from 'vitest'
import { type Envelope, readEnvelope, writeEnvelope } from './envelope.ts'
import { carried, liveOf, messageOf, pastOf, placedOf } from './test-envelopes.ts'

const events = [{ id: 5, type: 'new_message' }]
const live = liveOf({ after: 4, events, messages: [placedOf({ rowid: 1 })], conversations: [carried()], gone: [3] })
const reread = (envelope: object) => readEnvelope(writeEnvelope(envelope as Envelope))
const reasonOf = (envelope: object) => {
  const read = reread(envelope)
  return read.ok ? undefined : read.reason
}

test('an envelope is read as it was written', () => {
  expect(reread(live)).toEqual({ ok: true, envelope: live })
  const past = pastOf({ messages: [placedOf({ rowid: 9 })], next: 9 })
  expect(reread(past)).toEqual({ ok: true, envelope: past })
})

test('fields that this release does not know do no harm, nor does a type of event, nor a field that an older Mac has not', () => {
  const { subject: _, edits: __, ...older } = messageOf({ rowid: 1 })
  const newer = {
    ...live,
    weather: 'fine',
    events: [{ id: 5, type: 'telepathy', mood: 1 }],
    messages: [{ ...placedOf({ rowid: 1 }), message: { ...older, aura: 'blue' } }],
  }
  expect(reread(newer).ok).toBe(true)
})

test.each([
  ['of a later version', { ...live, v: 2 }, 'has version 2'],
  ['of no version', { ...live, v: undefined }, 'has version that is unknown'],
  ['of another kind', { ...live, kind: 'order' }, 'is of kind that is unknown'],
  ['sealed', { ...live, sealed: 'x' }, 'is sealed'],
  ['with events out of order', liveOf({ after: 5, events }), 'has event 5 after 5'],
  ['that is older than its events', { ...live, version: 4 }, 'has version 4 before event 5'],
  ['without events', { ...live, events: [] }, 'is wrong at /events: '],
  [
    'with a message without a GUID',
    { ...live, messages: [{ ...placedOf({ rowid: 1, guid: '' }) }] },
    'is wrong at /messages/0/message/guid',
  ],
  [
    'with a date that is none',
    { ...live, messages: [placedOf({ rowid: 1, ts: '2026-13-77T00:00:00.000Z' })] },
    'has a date that is none',
  ],
  [
    'with attachments that are none',
    { ...live, messages: [placedOf({ rowid: 1, attachments: [1] as never })] },
    'is wrong at /messages/0/message/attachments/0',
  ],
])('an envelope %s is refused with the reason', (_, envelope, reason) => {
  expect(reasonOf(envelope)).toContain(reason)
})

test('what is no envelope at all is refused, and no reason repeats what somebody wrote', () => {
  for (const bytes of ['', '[]', '{', 'null', '"secret"'].map((text) => Buffer.from(text)))
    expect(readEnvelope(bytes).ok).toBe(false)
  expect(readEnvelope(Buffer.from([0xff, 0xfe])).ok).toBe(false)
  expect(reasonOf({ ...live, kind: 'secret words' })).not.toContain('secret')
})

test('what no database stores as text is replaced, in names too', () => {
  const read = reread({ ...live, messages: [placedOf({ rowid: 1, text: 'a\0b\ud800c', subject: '\0' })], 'x\0': 1 })
  const { messages } = read.ok ? read.envelope : live
  expect(messages[0]?.message).toMatchObject({ text: 'a\ufffdb\ufffdc', subject: '\ufffd' })
  expect(JSON.stringify(read)).not.toMatch(/\\u0000|\\ud800/)
})
