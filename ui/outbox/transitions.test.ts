import { expect, test } from 'vitest'
import type { Send } from '../../src/contract/send.ts'
import { type PendingSend, pendingOf, unwrittenGuid } from './outbox.ts'
import { conversationsWithWork, type Happening, isTooOld, longestWaitMs, next, nextInTurn } from './transitions.ts'

const nowMs = Date.parse('2026-06-01T12:00:00Z')
const guid = 'any;-;+12025550123'
const written = (changes: Partial<PendingSend> = {}): PendingSend => ({
  ...pendingOf({ guid, text: 'Hello' }, { id: 'one', nowMs, place: 1 }),
  ...changes,
})
const sendOf = (changes: Partial<Send> = {}): Send => ({
  id: 's',
  state: 'landed',
  kind: 'text',
  handle: '+12025550123',
  chat_guid: guid,
  service: 'iMessage',
  sms_fallback: false,
  rowid: 7,
  guid: 'G',
  error: null,
  send_at: null,
  created_at: '',
  updated_at: '',
  ...changes,
})
const after = (pending: PendingSend, ...happenings: Happening[]) =>
  happenings.reduce((one, happening) => next(one, happening, nowMs), pending)
const refusal = (code: string, details = {}): Happening => ({
  is: 'refused',
  refusal: { code, message: 'Why.', details },
})
const repeated: Happening = { is: 'repeated', newKey: 'two' }

test('a send that landed has its row', () => {
  expect(after(written(), { is: 'started' }, { is: 'told', send: sendOf() })).toMatchObject({
    state: 'landed',
    rowid: 7,
    sendId: 's',
    problem: null,
  })
})

test('a row may arrive before the response, which decides', () => {
  const claimed = after(written(), { is: 'started' }, { is: 'claimed', rowid: 9 })
  expect(claimed).toMatchObject({ state: 'sending', rowid: 9 })
  expect(after(claimed, { is: 'unclaimed', rowid: 9 }).rowid).toBeNull()
  expect(after(claimed, { is: 'unclaimed', rowid: 8 }).rowid).toBe(9)
  expect(after(claimed, { is: 'told', send: sendOf() }).rowid).toBe(7)
})

test('a response from before the row does not remove it', () => {
  const early = sendOf({ state: 'handed_over', rowid: null })
  const claimed = after(written(), { is: 'started' }, { is: 'claimed', rowid: 9 })
  expect(after(claimed, { is: 'told', send: early }).rowid).toBe(9)
})

test.each([
  ['a failure of the service', refusal('internal'), 'one'],
  ['a failure of Messages', refusal('recipient_unreachable', { send: sendOf({ state: 'failed' }) }), 'two'],
  ['a key that belongs to another message', refusal('idempotency_mismatch'), 'two'],
])('after %s the retry uses the safe key', (_what, refused, idempotencyKey) => {
  const failed = after(written(), { is: 'started' }, refused)
  expect(failed).toMatchObject({ state: 'failed', problem: 'Why.' })
  expect(after(failed, repeated)).toMatchObject({ state: 'waiting', clientId: 'one', idempotencyKey, problem: null })
})

test('without a response it waits a little longer each time, under the same key', () => {
  const once = after(written(), { is: 'started' }, { is: 'unanswered' })
  const twice = after(once, { is: 'started' }, { is: 'unanswered' })
  expect([once, twice].map(({ state, idempotencyKey, pause }) => [state, idempotencyKey, pause?.untilMs])).toEqual([
    ['waiting', 'one', nowMs + 1_000],
    ['waiting', 'one', nowMs + 2_000],
  ])
  expect(after(twice, { is: 'woken' }).pause).toBeNull()
})

test('a pause lasts as long as the service says, whatever the network does', () => {
  const paused = after(written(), { is: 'started' }, refusal('rate_limited', { retry_after_s: 2.2 }), { is: 'woken' })
  expect(paused).toMatchObject({ state: 'waiting', pause: { untilMs: nowMs + 3_000, because: 'limit' } })
})

test('many people are confirmed once, and declining holds the send', () => {
  const asking = after(written(), { is: 'started' }, refusal('confirmation_needed', { people: 6 }))
  expect(asking).toMatchObject({ state: 'asking', people: 6 })
  expect(after(asking, { is: 'confirmed' }, { is: 'declined' })).toMatchObject({ state: 'waiting', isConfirmed: true })
  expect(after(asking, { is: 'declined' }, { is: 'confirmed' })).toMatchObject({ state: 'held', isConfirmed: false })
})

test('a send that is too old is held; one that may have gone before its key expired is uncertain', () => {
  const old = written({ createdAt: new Date(nowMs - longestWaitMs - 1).toISOString() })
  expect([isTooOld(old, nowMs), isTooOld(old, nowMs, nowMs - 1)]).toEqual([true, false])
  expect(after(old, { is: 'aged' }).state).toBe('held')
  const ancient = written({ createdAt: '2026-05-01T00:00:00Z', isAsked: true })
  expect(after(ancient, { is: 'aged' }).state).toBe('uncertain')
  expect(after(ancient, { is: 'aged' }, repeated).idempotencyKey).toBe('two')
  expect(after(written({ ...ancient, isAsked: false }), { is: 'aged' }).state).toBe('held')
})

test('a new person gets a conversation once the service knows it', () => {
  const first = written({ guid: unwrittenGuid('+1 202 555 0123'), handle: '+1 202 555 0123' })
  expect(after(first, { is: 'told', send: sendOf({ state: 'queued', chat_guid: null }) }).guid).toBe(first.guid)
  expect(after(first, { is: 'told', send: sendOf() }).guid).toBe(guid)
})

test('sends of a conversation go in order; a failed one blocks nothing, a waiting one does', () => {
  const [first, second] = [written(), written({ clientId: 'two', guid: 'iMessage;-;+12025550123' })]
  const elsewhere = written({ clientId: 'three', guid: 'any;+;chat1' })
  const turnOf = (one: PendingSend) => nextInTurn([one, second, elsewhere], '+12025550123', nowMs)?.clientId
  expect(turnOf(first)).toBe('one')
  expect(turnOf({ ...first, state: 'failed' })).toBe('two')
  expect(turnOf({ ...first, pause: { untilMs: nowMs + 1, because: 'limit' } })).toBeUndefined()
  expect(turnOf({ ...first, state: 'asking' })).toBeUndefined()
  expect(conversationsWithWork([first, second, elsewhere], nowMs)).toEqual(['+12025550123', 'chat1'])
})

test('repeating twice sends once', () => {
  const failed = after(written(), { is: 'started' }, refusal('idempotency_mismatch'))
  const again = after(failed, repeated)
  expect(after(again, { is: 'repeated', newKey: 'three' })).toBe(again)
})

test('a rate-limited attempt was not received, so the send can be cancelled', () => {
  const limited = refusal('rate_limited', { retry_after_s: 3 })
  const first = after(written(), { is: 'started' }, limited)
  expect(first).toMatchObject({ state: 'waiting', isAsked: false, pause: { because: 'limit' } })
  expect(after(first, { is: 'started' }, limited).isAsked).toBe(false)
  expect(after(written(), { is: 'started' }, { is: 'unanswered' }, { is: 'started' }, limited).isAsked).toBe(true)
})
