import { expect, test } from 'vitest'
import type { ChatGuid, ConversationKey, Handle, MessageGuid, RowId } from '../../contract/ids.ts'
import type { RuleAction, StoredRule } from '../../contract/rule.ts'
import type { RelayMessage } from '../../domain/message.ts'
import { ruleCounts } from '../../store/journal/rule-firings.ts'
import { rulePosts } from '../../store/journal/rule-posts.ts'
import { ruleReplies } from '../../store/journal/rule-replies.ts'
import { ingestInto, journalInMemory, messageOf, pageOf, relayed, skipped } from '../../store/journal/test-journal.ts'
import { traceOf } from '../../store/journal/trace.ts'
import { rulesInForce } from './rules-in-force.ts'

const startMs = Date.UTC(2026, 5, 1)
const minuteMs = 60_000
const away: RuleAction = { type: 'auto_reply', body: 'I am away' }
const hook: RuleAction = { type: 'webhook', url: 'http://127.0.0.1/hook' }

const rule = (id: string, changes: Partial<StoredRule> = {}): StoredRule => ({
  id,
  name: `Rule ${id}`,
  enabled: true,
  trigger: 'on_inbound',
  conditions: 'NOT contains:"never said"',
  action: away,
  cooldown_s: 60,
  hours: null,
  days: null,
  ...changes,
})

/** Creates a bridge that receives messages one by one, each in a commit of its own; `pass` advances the time. */
function bridgeWith(rules: readonly StoredRule[], selfHandles: readonly string[] = []) {
  const db = journalInMemory()
  const ingest = ingestInto(db)
  const errors: string[] = []
  const quiet = () => undefined
  const log = { debug: quiet, info: quiet, warn: quiet, error: (msg: string) => void errors.push(msg), as: () => log }
  const inForce = rulesInForce(log, () => 'Europe/Berlin')
  inForce.apply(rules)
  const recipients = () => ({ integrations: [], rules: inForce.current, selfHandles })
  let nowMs = startMs
  let count = 0
  const messageNow = (changes: Partial<RelayMessage> = {}) => messageOf(++count, { sentAtMs: nowMs, ...changes })
  const receive = (changes: Partial<RelayMessage> = {}) => {
    const message = messageNow(changes)
    ingest.commit(pageOf([relayed(message.rowid, { message })], { nowMs }), recipients())
    return message.guid
  }
  return {
    db,
    ingest,
    recipients,
    errors,
    inForce,
    messageNow,
    receive,
    pass(ms: number) {
      nowMs += ms
    },
    nowMs: () => nowMs,
    /** Returns the outcome of each rule for a message. */
    outcomes: (guid: MessageGuid) =>
      Object.fromEntries(traceOf(db, guid)?.rules.map(({ rule, outcome }) => [rule, outcome]) ?? []),
    claim: () => ruleReplies(db).claimReplies(nowMs),
    post: () => rulePosts(db).next(nowMs, { ids: [], rules: [] }),
  }
}

test('a rule whose conditions are fulfilled fires; one whose conditions are not leaves no trace', () => {
  const bridge = bridgeWith([rule('yes', { conditions: 'from:anna' }), rule('no', { conditions: 'from:ben' })])
  expect(bridge.outcomes(bridge.receive())).toEqual({ yes: 'fired' })
  expect(bridge.claim()).toMatchObject([{ rule: 'yes', chatGuid: 'any;-;+12025550123', body: 'I am away' }])
})

test('a disabled rule does not fire', () => {
  const bridge = bridgeWith([rule('off', { enabled: false })])
  expect(bridge.outcomes(bridge.receive())).toEqual({})
})

test('skipped rows and history are never judged', () => {
  const bridge = bridgeWith([rule('any')])
  bridge.ingest.commit(
    pageOf([skipped(1, 'echo'), skipped(2, 'out_of_scope'), relayed(3, { lane: 'history', message: null })]),
    bridge.recipients(),
  )
  expect(ruleCounts(bridge.db)).toEqual(new Map())
})

test('a message that comes again fires no rule again', () => {
  const bridge = bridgeWith([rule('any', { action: hook })])
  const guid = bridge.receive()
  bridge.pass(61_000)
  bridge.receive({ guid })
  expect(ruleCounts(bridge.db).get('any')?.firedCount).toBe(1)
})

test('a firing is committed or rolled back together with its message', () => {
  const bridge = bridgeWith([rule('any')])
  const message = bridge.messageNow()
  const page = pageOf([relayed(message.rowid, { message })], { nowMs: startMs })
  // The position is written last.
  const failing = { ...page, position: { ...page.position, rowid: -1 as RowId } }
  expect(() => bridge.ingest.commit(failing, bridge.recipients())).toThrow('no ROWID')
  expect([bridge.claim(), ruleCounts(bridge.db)]).toEqual([[], new Map()])
  bridge.ingest.commit(page, bridge.recipients())
  expect(bridge.claim()).toHaveLength(1)
})

test('within its cooldown a rule acts once in each conversation', () => {
  const bridge = bridgeWith([rule('any', { action: hook, cooldown_s: 300 })])
  const ben = { handle: '+12025550145' as Handle, conversation: 'dm:+12025550145' as ConversationKey }
  expect(bridge.outcomes(bridge.receive())).toEqual({ any: 'fired' })
  bridge.pass(299_999)
  expect(bridge.outcomes(bridge.receive())).toEqual({ any: 'cooldown' })
  expect(bridge.outcomes(bridge.receive(ben))).toEqual({ any: 'fired' })
  bridge.pass(1)
  expect(bridge.outcomes(bridge.receive())).toEqual({ any: 'fired' })
})

test('two messages of one page are judged one after another', () => {
  const bridge = bridgeWith([rule('any')])
  const [one, two] = [bridge.messageNow(), bridge.messageNow()]
  const page = [one, two].map((message) => relayed(message.rowid, { message }))
  bridge.ingest.commit(pageOf(page, { nowMs: startMs }), bridge.recipients())
  expect([one, two].map(({ guid }) => bridge.outcomes(guid))).toEqual([{ any: 'fired' }, { any: 'cooldown' }])
})

test('of two rules that would reply to the same message only the first does; webhooks do not block each other', () => {
  const bridge = bridgeWith([rule('one'), rule('two'), rule('three', { action: hook }), rule('four', { action: hook })])
  expect(bridge.outcomes(bridge.receive())).toEqual({
    one: 'fired',
    two: 'answered_lately',
    three: 'fired',
    four: 'fired',
  })
})

test('outside of its hours and days a rule does nothing, and the trace says so', () => {
  // It is two in the morning of a Monday in Berlin.
  const bridge = bridgeWith([
    rule('day', { action: hook, hours: '09:00-17:00' }),
    rule('night', { action: hook, hours: '22:00-06:00' }),
    rule('sunday', { action: hook, hours: '22:00-06:00', days: ['sun'] }),
    rule('monday', { action: hook, hours: '22:00-06:00', days: ['mon'] }),
  ])
  expect(bridge.outcomes(bridge.receive())).toEqual({
    day: 'outside_hours',
    night: 'fired',
    sunday: 'fired',
    monday: 'outside_hours',
  })
  bridge.pass(7 * 60 * minuteMs)
  expect(bridge.outcomes(bridge.receive())).toMatchObject({ day: 'fired', night: 'outside_hours' })
})

test('a late message gets no reply', () => {
  const bridge = bridgeWith([rule('any')])
  expect(bridge.outcomes(bridge.receive({ sentAtMs: startMs - 120_001 }))).toEqual({ any: 'too_old' })
  bridge.receive({ sentAtMs: startMs - 110_000, text: 'ten seconds are left' })
  bridge.pass(10_000)
  expect(bridge.claim()).toEqual([])
})

test('the user and machines get no replies, but webhooks receive their messages', () => {
  const bridge = bridgeWith([rule('answer'), rule('hook', { action: hook })], ['+12025550100'])
  const from = (handle: string) =>
    bridge.outcomes(bridge.receive({ handle: handle as Handle, conversation: `dm:${handle}` as ConversationKey }))
  expect(from('+12025550100')).toEqual({ answer: 'own_handle', hook: 'fired' })
  expect(from('72727')).toEqual({ answer: 'unanswerable', hook: 'fired' })
  expect(from('urn:biz:4711')).toEqual({ answer: 'unanswerable', hook: 'fired' })
})

test('a webhook receives the rule, the note and the message', () => {
  const bridge = bridgeWith([rule('hook', { action: { ...hook, body: 'to the kitchen' } })])
  const inGroup = { isGroup: true, chatGuid: 'any;+;chat7' as ChatGuid, text: null }
  const guid = bridge.receive(inGroup)
  expect(bridge.post()).toMatchObject({
    url: 'http://127.0.0.1/hook',
    body: {
      rule: { id: 'hook', name: 'Rule hook' },
      note: 'to the kitchen',
      message: {
        rowid: 1,
        guid,
        text: null,
        sender: 'Anna',
        handle: '+12025550123',
        conversation_guid: 'any;+;chat7',
        is_group: true,
        ts: '2026-06-01T00:00:00.000Z',
      },
    },
  })
})

test('two bridges that reply to each other are limited to ten replies in any hour', () => {
  const rules = [rule('one', { conditions: 'contains:away' }), rule('two', { conditions: 'contains:away' })]
  const bridge = bridgeWith(rules)
  const answeredAtMs: number[] = []
  bridge.receive({ text: 'I am away, too' })
  for (let second = 0; second < 3 * 3_600; second += 10) {
    bridge.pass(10_000)
    // The other side replies to each reply at once, and repeats itself when none comes.
    const answers = bridge.claim()
    answeredAtMs.push(...answers.map(() => bridge.nowMs()))
    bridge.receive({ text: 'I am away, too' })
  }
  const inHourAfter = (startMs: number) => answeredAtMs.filter((ms) => ms >= startMs && ms < startMs + 60 * minuteMs)
  expect(Math.max(...answeredAtMs.map((ms) => inHourAfter(ms).length))).toBe(10)
})

test('a loop that consists only of replies ends after the tenth', () => {
  const bridge = bridgeWith([rule('away')])
  let answers = 0
  bridge.receive()
  for (let minute = 0; minute < 600; minute++) {
    const claimed = bridge.claim()
    answers += claimed.length
    bridge.pass(minuteMs)
    if (claimed.length > 0) bridge.receive()
  }
  expect(answers).toBe(10)
})

test('a rule that cannot be parsed is reported once and never fires; the others do', () => {
  const rules = [rule('bad', { conditions: 'from:' }), rule('good')]
  const bridge = bridgeWith(rules)
  bridge.inForce.apply(rules)
  expect(bridge.outcomes(bridge.receive())).toEqual({ good: 'fired' })
  expect(bridge.errors).toEqual([
    'rule bad never fires: the conditions are invalid at column 6: value missing after the colon',
  ])
  bridge.inForce.apply([rule('bad', { conditions: '(' })])
  expect(bridge.errors).toHaveLength(2)
})
