import { expect, test } from 'vitest'
import type { RuleAction, StoredRule } from '../../contract/rule.ts'
import { mostDifferences, ruleComparison } from './comparison.ts'
import type { PastMessage } from './past-judge.ts'
import { ruleInForce } from './rule-in-force.ts'
import { newRuleDefaults } from './stored-rule.ts'

const startMs = Date.UTC(2026, 0, 1)
const minuteMs = 60_000
const reply = (body: string, then?: 'hold'): RuleAction => ({ type: 'auto_reply', body, ...(then && { then }) })
const hook = (url: string): RuleAction => ({ type: 'webhook', url })

const rule = (id: string, over: Partial<StoredRule> = {}): StoredRule => ({
  ...newRuleDefaults,
  id,
  name: `Rule ${id}`,
  conditions: 'contains:dinner',
  action: reply('Yes'),
  ...over,
})

const messageAt = (rowid: number, over: Partial<PastMessage> = {}) => ({
  rowid,
  conversation: 'dm:anna',
  sender: 'Anna',
  handle: '+12025550123',
  text: 'dinner?',
  isGroup: false,
  groupName: null,
  chatGuid: 'any;-;+12025550123',
  category: 'known' as const,
  sentAtMs: startMs + rowid * 10 * minuteMs,
  ...over,
})

function compared(today: StoredRule[], proposed: StoredRule[], selfHandles: string[] = []) {
  const [now, then] = [today, proposed].map((rules) => rules.map((each) => ruleInForce(each, () => 'UTC')))
  return ruleComparison({ today: now ?? [], proposed: then ?? [], selfHandles })
}

function over(comparison: ReturnType<typeof compared>, messages: ReturnType<typeof messageAt>[]) {
  for (const message of messages) comparison.consider(message)
  const rowids = comparison.differences({ offset: 0, limit: 100 }).map(({ rowid }) => rowid)
  return { ...comparison.counts(), rowids }
}

const three = [messageAt(1), messageAt(2, { text: 'lunch?' }), messageAt(3)]

test('the same rules send nothing elsewhere, also under another name and in another order', () => {
  const [one, two] = [rule('one', { action: hook('http://a') }), rule('two', { action: hook('http://b') })]
  expect(over(compared([one, two], [two, { ...one, name: 'Renamed' }]), three)).toMatchObject({
    considered: 3,
    elsewhere: 0,
    rowids: [],
  })
})

test('a new rule, a removed one and a changed one are counted by rule, and their messages listed, newest first', () => {
  const today = [rule('gone', { action: hook('http://a') }), rule('changed', { action: hook('http://b') })]
  const proposed = [rule('changed', { action: hook('http://c') }), rule('new-1', { conditions: 'contains:lunch' })]
  const comparison = compared(today, proposed)
  expect(over(comparison, three)).toEqual({
    considered: 3,
    elsewhere: 3,
    rules: [
      { id: 'gone', name: 'Rule gone', today: 2, proposed: 0, gained: 0, lost: 2, changed: 0 },
      { id: 'changed', name: 'Rule changed', today: 2, proposed: 2, gained: 0, lost: 0, changed: 2 },
      { id: 'new-1', name: 'Rule new-1', today: 0, proposed: 1, gained: 1, lost: 0, changed: 0 },
    ],
    rowids: [3, 2, 1],
  })
  expect(comparison.differences({ offset: 1, limit: 1 })).toEqual([
    { rowid: 2, today: [], proposed: [{ rule: { id: 'new-1', name: 'Rule new-1' }, action: reply('Yes') }] },
  ])
})

test('a reply that would ask first goes elsewhere', () => {
  expect(over(compared([rule('one')], [rule('one', { action: reply('Yes', 'hold') })]), three).rowids).toEqual([3, 1])
})

test.each<[string, Partial<StoredRule>, Partial<PastMessage>, number[]]>([
  ['its cooldown', { cooldown_s: 3_600 }, {}, [3]],
  ['its hours', { hours: '00:25-00:40' }, {}, [1]],
  ['the sender', {}, { handle: '72727' }, []],
])('what a rule does follows from %s', (_what, change, message, rowids) => {
  const past = [messageAt(1, message), messageAt(3, message)]
  expect(over(compared([rule('one')], [rule('one', change)]), past).rowids).toEqual(rowids)
})

test('of two rules that would reply to one message the first does, as in the bridge, and nobody replies to oneself', () => {
  const [one, two] = [rule('one'), rule('two', { action: reply('No') })]
  const { rules } = over(compared([one, two], [two, one]), [messageAt(1)])
  expect(rules).toMatchObject([
    { id: 'one', today: 1, proposed: 0 },
    { id: 'two', today: 0, proposed: 1 },
  ])
  expect(over(compared([], [one], ['+1 202 555 0123']), three).elsewhere).toBe(0)
})

test('however many messages go elsewhere, the newest are kept and all are counted', () => {
  const comparison = compared([], [rule('one', { action: hook('http://a') })])
  const count = 2 * mostDifferences + 5
  for (let rowid = 1; rowid <= count; rowid++) comparison.consider(messageAt(rowid))
  expect(comparison.counts().elsewhere).toBe(count)
  expect(comparison.differences({ offset: 0, limit: 1 })).toMatchObject([{ rowid: count }])
  expect(comparison.differences({ offset: mostDifferences, limit: 1 })).toEqual([])
})
