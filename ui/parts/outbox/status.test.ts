import { expect, test } from 'vitest'
import { type PendingSend, pendingOf } from '../../outbox/outbox.ts'
import { offersFor, statusOf } from './status.ts'

const nowMs = Date.parse('2026-06-01T12:00:00Z')
const written = (changes: Partial<PendingSend>): PendingSend => ({
  ...pendingOf({ guid: 'any;-;a', text: 'Hello' }, { id: 'one', nowMs, place: 1 }),
  ...changes,
})

test.each<[Partial<PendingSend>, string]>([
  [{ state: 'waiting' }, 'outbox.waiting'],
  [{ state: 'waiting', pause: { untilMs: nowMs, because: 'silence' } }, 'outbox.waiting_answer'],
  [{ state: 'sending' }, 'outbox.sending'],
  [{ state: 'sending', progress: 0.456 }, 'outbox.uploading'],
  [{ state: 'sending', progress: 1 }, 'outbox.sending'],
  [{ state: 'handed_over' }, 'outbox.handed_over'],
  [{ state: 'handed_over', createdAt: new Date(nowMs - 31_000).toISOString() }, 'outbox.not_confirmed'],
  [{ state: 'uncertain' }, 'outbox.uncertain'],
])('%j has the text %s', (changes, text) => {
  expect(statusOf(written(changes), { isOnline: true, nowMs }).text).toBe(text)
})

test('a wait that the service asks for is given in seconds', () => {
  const pause = { untilMs: nowMs + 2_100, because: 'limit' } as const
  expect(statusOf(written({ pause }), { isOnline: true, nowMs })).toMatchObject({ values: { count: 3 } })
  expect(statusOf(written({ pause }), { isOnline: false, nowMs }).text).toBe('outbox.waiting_offline')
})

test('only a send that was never requested can be cancelled', () => {
  expect(offersFor(written({ state: 'waiting' }))).toEqual(['cancel'])
  expect(offersFor(written({ state: 'waiting', isAsked: true }))).toEqual([])
  expect(offersFor(written({ state: 'sending' }))).toEqual([])
})
