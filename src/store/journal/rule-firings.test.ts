import { expect, test } from 'vitest'
import type { ConversationKey, MessageGuid } from '../../contract/ids.ts'
import { pruneJournal } from './retention.ts'
import { type NewFiring, ruleCounts, ruleFirings } from './rule-firings.ts'
import { rulePosts } from './rule-posts.ts'
import { ruleReplies } from './rule-replies.ts'
import { journalInMemory } from './test-journal.ts'
import { traceOf } from './trace.ts'

const startMs = Date.UTC(2026, 5, 1)
const minuteMs = 60_000
const anna = 'dm:+12025550123' as ConversationKey
const ben = 'dm:+12025550145' as ConversationKey

function firingsIn(db = journalInMemory()) {
  const firings = ruleFirings(db, Buffer.alloc(32, 1))
  let count = 0
  const record = (changes: Partial<NewFiring> = {}) => {
    const firing: NewFiring = {
      rule: 'away',
      guid: `guid-${++count}` as MessageGuid,
      conversation: anna,
      action: 'auto_reply',
      heldBack: undefined,
      request: { chatGuid: 'any;-;+12025550123', body: 'I am away' },
      expiresAtMs: (changes.nowMs ?? startMs) + 2 * minuteMs,
      nowMs: startMs,
      ...changes,
    }
    firings.record(firing)
    return firing
  }
  const states = () =>
    db
      .prepare('SELECT state, reason, request FROM rule_firing ORDER BY guid')
      .all()
      .map(({ state, reason, request }) => [state, reason, request])
  return { db, firings, record, states, replies: ruleReplies(db), posts: rulePosts(db) }
}

const post = (changes: Partial<NewFiring> = {}): Partial<NewFiring> => ({
  action: 'webhook',
  request: { url: 'http://127.0.0.1/', body: { note: null } },
  ...changes,
})

test('a rule fires once for a message, however often the firing is recorded', () => {
  const { db, record, replies } = firingsIn()
  const guid = 'guid-1' as MessageGuid
  for (const nowMs of [startMs, startMs + 1]) record({ guid, nowMs })
  expect(replies.claimReplies(startMs + 2)).toHaveLength(1)
  expect(ruleCounts(db)).toEqual(new Map([['away', { firedCount: 1, lastFiredAtMs: startMs }]]))
})

test('a firing that was held back is neither counted nor carried out, and states the reason', () => {
  const { db, record, replies, states } = firingsIn()
  record({ heldBack: 'cooldown' })
  expect(ruleCounts(db)).toEqual(new Map())
  expect(replies.claimReplies(startMs)).toEqual([])
  expect(states()).toEqual([['held_back', 'cooldown', null]])
})

test('the trace of a message lists each rule that matched it', () => {
  const { db, record } = firingsIn()
  db.exec(`INSERT INTO inbox VALUES ('guid-x', x'00', 1, NULL, 0, 'relayed', 'relayed', NULL, 0)`)
  const guid = 'guid-x' as MessageGuid
  record({ guid })
  record({ guid, rule: 'busy', heldBack: 'answered_lately' })
  expect(traceOf(db, guid)?.rules).toEqual([
    { rule: 'away', outcome: 'fired', atMs: startMs },
    { rule: 'busy', outcome: 'answered_lately', atMs: startMs },
  ])
})

test('a cooldown applies to one rule in one conversation; firings that were held back do not extend it', () => {
  const { firings, record } = firingsIn()
  record()
  record({ heldBack: 'cooldown', nowMs: startMs + 50_000 })
  const within = (nowMs: number, changes = {}) =>
    firings.firedWithin(minuteMs, { rule: 'away', conversation: anna, nowMs, ...changes })
  expect([within(startMs + 59_999), within(startMs + minuteMs)]).toEqual([true, false])
  expect(within(startMs + 1, { rule: 'busy' })).toBe(false)
  expect(within(startMs + 1, { conversation: ben })).toBe(false)
})

test('a clock that was set back by a day does not silence a rule for a day', () => {
  const { firings, record } = firingsIn()
  record()
  const place = { rule: 'away', conversation: anna, nowMs: startMs - 86_400_000 }
  expect(firings.firedWithin(minuteMs, place)).toBe(false)
  expect(firings.answersWithin(60 * minuteMs, place)).toBe(0)
})

test('replies are counted over all rules of a conversation, posts are not', () => {
  const { firings, record } = firingsIn()
  record()
  record({ rule: 'busy', nowMs: startMs + minuteMs })
  record({ conversation: ben })
  record(post())
  const nowMs = startMs + 2 * minuteMs
  expect(firings.answersWithin(60 * minuteMs, { conversation: anna, nowMs })).toBe(2)
  expect(firings.answersWithin(minuteMs + 1, { conversation: anna, nowMs })).toBe(1)
})

test('pending firings of a rule that was switched off are not carried out', () => {
  const { firings, record, replies, posts, states } = firingsIn()
  record()
  record(post({ rule: 'hook' }))
  record({ rule: 'busy' })
  firings.keepOnly(['busy'], startMs)
  expect(replies.claimReplies(startMs).map(({ rule }) => rule)).toEqual(['busy'])
  expect(posts.next(startMs, { ids: [], rules: [] })).toBeUndefined()
  expect(states().slice(0, 2)).toEqual(Array(2).fill(['expired', 'the rule was switched off', null]))
})

test('a reply is claimed once, oldest first; after a crash a claimed one is found again until it is settled', () => {
  const { record, replies, states } = firingsIn()
  record({ nowMs: startMs + 5 })
  record({ conversation: ben, rule: 'busy', request: { chatGuid: 'any;-;+12025550145', body: 'Later' } })
  expect(replies.claimReplies(startMs + 10)).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      rule: 'busy',
      conversation: ben,
      chatGuid: 'any;-;+12025550145',
      body: 'Later',
      expiresAtMs: startMs + 2 * minuteMs,
    },
    expect.objectContaining({ rule: 'away', body: 'I am away' }),
  ])
  expect(replies.claimReplies(startMs + 10)).toEqual([])
  const left = replies.claimedReplies(startMs)
  expect(left).toHaveLength(2)
  replies.settleReply(left[0]?.id ?? '', { failure: null, nowMs: startMs + 10 })
  expect(replies.claimedReplies(startMs)).toEqual(left.slice(1))
  expect(states().map(([state, , request]) => [state, request !== null])).toContainEqual(['done', false])
})

test('a reply that nobody claimed in time is never sent, not even when the clock is set back', () => {
  const { record, replies, states } = firingsIn()
  record()
  record({ nowMs: startMs + 60 * minuteMs })
  expect(replies.claimReplies(startMs + 2 * minuteMs)).toEqual([])
  expect(replies.expireReplies(startMs + 2 * minuteMs)).toEqual(['away', 'away'])
  expect(replies.claimReplies(startMs + 1)).toEqual([])
  expect(states()).toEqual(Array(2).fill(['expired', 'nobody sent it in time', null]))
})

test('a reply that is still in time does not expire', () => {
  const { record, replies } = firingsIn()
  record()
  expect(replies.expireReplies(startMs + 2 * minuteMs - 1)).toEqual([])
  expect(replies.claimReplies(startMs + 2 * minuteMs - 1)).toHaveLength(1)
})

test('the outcome of a claimed reply is kept; one that was not claimed cannot be settled', () => {
  const { record, replies, states } = firingsIn()
  for (let n = 0; n < 3; n++) record({ rule: `rule ${n}`, nowMs: startMs + n })
  const [sent, refused] = replies.claimReplies(startMs + 5)
  record({ rule: 'late' })
  replies.settleReply(sent?.id ?? '', { failure: null, nowMs: startMs })
  replies.settleReply(refused?.id ?? '', { failure: 'automation_denied', nowMs: startMs })
  expect(states().map(([state, reason]) => [state, reason])).toEqual([
    ['done', null],
    ['failed', 'automation_denied'],
    ['claimed', null],
    ['pending', null],
  ])
})

const nothing = { ids: [], rules: [] }

test('posts are carried out oldest first, without those under way and those of busy rules', () => {
  const { record, posts } = firingsIn()
  record(post({ rule: 'first' }))
  record(post({ rule: 'second', nowMs: startMs + 1 }))
  const first = posts.next(startMs + 2, nothing)
  expect(first).toMatchObject({ rule: 'first', url: 'http://127.0.0.1/', body: { note: null }, attempts: 0 })
  expect(posts.next(startMs + 2, { ids: [first?.id ?? ''], rules: [] })).toMatchObject({ rule: 'second' })
  expect(posts.next(startMs + 2, { ids: [], rules: ['first', 'second'] })).toBeUndefined()
})

test('a failed post is due again after its pause, under the same id', () => {
  const { record, posts } = firingsIn()
  record(post())
  const first = posts.next(startMs, nothing)
  posts.settle(first?.id ?? '', { is: 'retry', nextAtMs: startMs + 1_000, reason: 'answered 503' }, startMs)
  expect(posts.next(startMs + 999, nothing)).toBeUndefined()
  expect(posts.next(startMs + 1_000, nothing)).toEqual({ ...first, attempts: 1 })
  expect(posts.next(startMs - 3_600_000, nothing), 'the clock was set back').toBeDefined()
})

test('a finished post does not come again, and its content is forgotten', () => {
  const { record, posts, states } = firingsIn()
  for (const outcome of [{ is: 'done' }, { is: 'failed', reason: 'answered 404' }] as const) {
    record(post())
    posts.settle(posts.next(startMs, nothing)?.id ?? '', outcome, startMs)
  }
  expect(posts.next(startMs + 3_600_000, nothing)).toBeUndefined()
  expect(states()).toEqual([
    ['done', null, null],
    ['failed', 'answered 404', null],
  ])
})

test("after five weeks a firing is forgotten; the rule's count and pending firings are kept", () => {
  const { db, record, posts, states } = firingsIn()
  record(post({ nowMs: 0 }))
  posts.settle(posts.next(0, nothing)?.id ?? '', { is: 'done' }, 0)
  record(post({ nowMs: 0 }))
  pruneJournal(db, 36 * 86_400_000)
  expect(states().map(([state]) => state)).toEqual(['pending'])
  expect(ruleCounts(db).get('away')?.firedCount).toBe(2)
})

test('a damaged firing is given up without being carried out, and the next one is carried out', () => {
  const { db, record, posts, replies, states } = firingsIn()
  record(post({ rule: 'first' }))
  record({ rule: 'second' })
  db.exec('UPDATE rule_firing SET request = substr(request, 2)')
  record(post({ rule: 'third' }))
  expect(posts.next(startMs, nothing)).toMatchObject({ rule: 'third' })
  expect(replies.claimReplies(startMs)).toEqual([])
  expect(states().slice(0, 2)).toEqual([
    ['failed', 'what was to be posted is damaged', null],
    ['failed', 'what was to be answered is damaged', null],
  ])
})

test('a reply that was damaged after it was claimed is given up', () => {
  const { db, record, replies, states } = firingsIn()
  record()
  replies.claimReplies(startMs)
  db.exec('UPDATE rule_firing SET request = substr(request, 2)')
  expect(replies.claimedReplies(startMs + 1)).toEqual([])
  expect(states()).toEqual([['failed', 'what was to be answered is damaged', null]])
})
