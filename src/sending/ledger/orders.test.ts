import { expect, it, onTestFinished } from 'vitest'
import type { ConversationKey } from '../../contract/ids.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { testFolders } from '../../store/test-folder.ts'
import type { Order } from './ledger.ts'
import { dayMs, minuteMs, order, photo, sentMs, testLedger, words } from './test-ledger.ts'

const testFolder = testFolders(onTestFinished)
const ledger = (path?: string) => testLedger(path ? { path } : { folder: testFolder() }, onTestFinished)
const person = (n: number) => `dm:+1555000${n}` as ConversationKey
const fifth = { sameTextPeople: 5 }

function refusal(work: () => unknown) {
  try {
    work()
  } catch (error) {
    if (error instanceof ServiceError) return { code: error.code, ...error.details }
    throw error
  }
  return undefined
}

it('an accepted order has an id and is queued', () => {
  const { take, findSend, queue } = ledger()
  const taken = take()
  expect(taken).toMatchObject({ state: 'queued', kind: 'text', handle: '+15550001', rowid: null, error: null })
  expect(taken.created_at).toBe(new Date(sentMs).toISOString())
  expect(findSend(taken.id)).toEqual(taken)
  expect(queue()).toEqual({ length: 1, oldestMs: sentMs })
})

it('lists the newest first, and can list only those in one state', () => {
  const { take, begin, list } = ledger()
  const [first, second] = [take(), take()]
  begin()
  expect(list({ limit: 10 }).map(({ id }) => id)).toEqual([second.id, first.id])
  expect(list({ limit: 1 }).map(({ id }) => id)).toEqual([second.id])
  expect(list({ limit: 10, state: 'handed_over' }).map(({ id }) => id)).toEqual([first.id])
})

it('the same key returns the same send, even after a restart, and does not count towards the rate', () => {
  const first = ledger()
  const { id } = first.take({ idempotencyKey: 'k' })
  first.close()
  const { accept, queue } = ledger(first.path)
  const again = { perMinute: 1, sameTextPeople: 1 }
  for (const ms of [0, 1, 1_000, dayMs - 1])
    expect(accept(order({ idempotencyKey: 'k', createdAtMs: sentMs + ms }), again)).toMatchObject({
      send: { id },
      isNew: false,
    })
  expect(queue().length).toBe(1)
})

it('the same key of another requester is another key, and so is the same key a day later', () => {
  const { take } = ledger()
  const asked: Partial<Order>[] = [{ by: 'owner' }, { by: 'key:1' }, { createdAtMs: sentMs + dayMs }]
  const ids = asked.map((over) => take({ idempotencyKey: 'k', ...over }).id)
  expect(new Set(ids).size).toBe(3)
  expect(take({ idempotencyKey: 'k', createdAtMs: sentMs + dayMs }).id).toBe(ids[2])
})

it.each<[string, Partial<Order>]>([
  ['other words', { parts: [words('other')] }],
  ['other blanks', { parts: [words('hello ')] }],
  ['another addressee', { conversation: person(2) }],
  ['another service', { service: 'SMS' }],
  ['a file', { parts: [photo()] }],
  ['a file besides', { parts: [photo(), words('hello')] }],
])('a key is refused for %s, and the error contains its first send', (_what, over) => {
  const { take } = ledger()
  const send = take({ idempotencyKey: 'k' })
  expect(refusal(() => take({ idempotencyKey: 'k', ...over }))).toEqual({ code: 'idempotency_mismatch', send })
})

it('files are compared by content and name, not by where they were stored', () => {
  const { take } = ledger()
  const file = photo()
  const { id } = take({ idempotencyKey: 'k', parts: [file] })
  expect(take({ idempotencyKey: 'k', parts: [{ ...file, path: '/elsewhere' } as typeof file] }).id).toBe(id)
  for (const parts of [[photo('b'.repeat(64))], [{ ...file, name: 'b.jpg' } as typeof file]] as const)
    expect(refusal(() => take({ idempotencyKey: 'k', parts }))).toMatchObject({ code: 'idempotency_mismatch' })
})

it('a recipient may be written differently the second time, since Messages knows them by then', () => {
  const { take } = ledger()
  const { id } = take({ idempotencyKey: 'k', conversation: 'dm:5550001234' as ConversationKey })
  expect(take({ idempotencyKey: 'k', conversation: 'dm:+15550001234' as ConversationKey }).id).toBe(id)
})

it('no more are accepted than may be sent in a minute, whichever process accepts, even after a restart', () => {
  const [web, bridge] = ((path) => [ledger(path), ledger(path)] as const)(ledger().path)
  for (const each of [web, bridge, web]) each.take({}, { perMinute: 3 })
  const refused = { code: 'rate_limited', retry_after_s: 20 }
  expect(refusal(() => bridge.take({}, { perMinute: 3 }))).toEqual(refused)
  expect(refusal(() => ledger(web.path).take({}, { perMinute: 3 }))).toEqual(refused)
  expect(web.take({ createdAtMs: sentMs + 20_000 }, { perMinute: 3 }).state).toBe('queued')
})

it('a clock that was set back does not block anything', () => {
  const { take } = ledger()
  take({}, { perMinute: 1 })
  expect(refusal(() => take({}, { perMinute: 1 }))).toMatchObject({ code: 'rate_limited' })
  expect(take({ createdAtMs: sentMs - 30 * dayMs }, { perMinute: 1 }).state).toBe('queued')
})

it('sending the same text to more people than the limit needs to be confirmed', () => {
  const { take } = ledger()
  for (let n = 1; n <= 5; n++) take({ conversation: person(n) }, fifth)
  const asked = { code: 'confirmation_needed', people: 6 }
  expect(refusal(() => take({ conversation: person(6) }, fifth))).toEqual(asked)
  expect(refusal(() => take({ conversation: person(6), parts: [words(' hello\n')] }, fifth))).toEqual(asked)
  expect(take({ conversation: person(6), parts: [words('hello!')] }, fifth).state).toBe('queued')
  expect(take({ conversation: person(5) }, fifth).state, 'he has it already').toBe('queued')
  expect(take({ conversation: person(6), isConfirmed: true }, fifth).state).toBe('queued')
})

it('the same file counts as the same content, whatever its name and caption', () => {
  const { take } = ledger()
  for (let n = 1; n <= 5; n++) take({ conversation: person(n), parts: [photo()] }, fifth)
  const parts = [{ ...photo(), name: 'other.jpg' }, words('look')] as Order['parts']
  expect(refusal(() => take({ conversation: person(6), parts }, fifth))).toMatchObject({ people: 6 })
})

it('sends that are more than an hour old, or failed, no longer count', () => {
  const { take, failSend } = ledger()
  for (let n = 1; n <= 4; n++) take({ conversation: person(n), createdAtMs: sentMs - 60 * minuteMs }, fifth)
  const { id } = take({ conversation: person(5) }, fifth)
  failSend(id, { code: 'chat_not_loaded', number: -1728, nowMs: sentMs })
  for (let n = 6; n <= 10; n++) expect(take({ conversation: person(n) }, fifth).state).toBe('queued')
})

it('a refused order leaves nothing behind', () => {
  const { take, list, revision } = ledger()
  take({ idempotencyKey: 'first' }, { perMinute: 2 })
  const before = revision()
  expect(refusal(() => take({ idempotencyKey: 'k', conversation: person(2) }, { sameTextPeople: 1 }))).toBeDefined()
  expect(refusal(() => take({ idempotencyKey: 'first', service: 'SMS' }))).toBeDefined()
  expect([list({ limit: 10 }).length, revision()]).toEqual([1, before])
  expect(take({ idempotencyKey: 'k' }, { perMinute: 2 }).state).toBe('queued')
  expect(refusal(() => take({ idempotencyKey: 'k2' }, { perMinute: 2 }))).toMatchObject({ code: 'rate_limited' })
})

it('at most five hundred sends are queued', () => {
  const { take, begin, end } = ledger()
  for (let n = 0; n < 500; n++) take()
  expect(refusal(() => take())).toEqual({ code: 'queue_full', retry_after_s: 5 })
  end(begin())
  expect(take().state).toBe('queued')
})
