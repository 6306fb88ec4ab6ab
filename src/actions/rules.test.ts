import { join } from 'node:path'
import { FormatRegistry } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { expect, onTestFinished, test } from 'vitest'
import type { ConversationKey, MessageGuid, RowId } from '../contract/ids.ts'
import { Rule, RulesComparisonResult, RuleTrialResult } from '../contract/rule.ts'
import { newRuleDefaults } from '../domain/rules/stored-rule.ts'
import { hasCode, type ServiceError } from '../domain/service-error.ts'
import type { IncomingMessage } from '../mac/history/incoming.ts'
import { saveConfig } from '../store/config-file.ts'
import { openJournal } from '../store/journal/open.ts'
import { readJournal } from '../store/journal/reader.ts'
import { ruleFirings } from '../store/journal/rule-firings.ts'
import { testFolders } from '../store/test-folder.ts'
import { addRule } from './add-rule.ts'
import { changeRule } from './change-rule.ts'
import { compareRules } from './compare-rules.ts'
import { deleteRule } from './delete-rule.ts'
import { listRules } from './list-rules.ts'
import { ruleRuns } from './rule-runs.ts'
import type { Services } from './services.ts'
import { testAccessServices } from './test-access-services.ts'
import { testRule } from './test-rule.ts'
import { macWithout } from './test-services.ts'

FormatRegistry.Set('date-time', (value) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value))

const nowMs = Date.UTC(2026, 0, 1)
const accessServices = testAccessServices(onTestFinished)
const folderOfTest = testFolders(onTestFinished)

function rulesOver() {
  const { services: access, dir, request, text } = accessServices(nowMs)
  const journalFile = join(folderOfTest(), 'journal.db')
  const journal = readJournal(journalFile)
  onTestFinished(journal.close)
  const services: Services = { ...access, journal }
  const lastAudited = () => JSON.parse(text(dir.auditFile).trimEnd().split('\n').at(-1) ?? '')
  return { services, dir, request, journalFile, lastAudited, text }
}

const away = {
  name: 'Away',
  conditions: 'from:anna AND contains:dinner',
  action: { type: 'auto_reply' as const, body: 'I am away' },
}
const hook = (url: string) => ({ type: 'webhook' as const, url })
const error = (code: Parameters<typeof hasCode>[1], details: object) =>
  expect.toSatisfy((thrown) => {
    expect((thrown as ServiceError).details).toMatchObject(details)
    return hasCode(thrown, code)
  })

test('a new rule gets an id, and defaults for omitted fields', async () => {
  const { services, request, lastAudited } = rulesOver()
  const rule = await addRule(away, services, request())
  expect(rule).toEqual({
    ...away,
    id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}$/),
    enabled: true,
    trigger: 'on_inbound',
    cooldown_s: 60,
    hours: null,
    days: null,
    last_fired_at: null,
    fired_count: 0,
  })
  expect(Value.Check(Rule, rule)).toBe(true)
  expect(await listRules({}, services, request())).toEqual([rule])
  expect(lastAudited()).toMatchObject({ action: 'rule_added', target: rule.id, principal: 'session:ab' })
})

test('rules keep their order, and the audit log contains only their ids', async () => {
  const { services, dir, request, text } = rulesOver()
  for (const name of ['one', 'two', 'three']) await addRule({ ...away, name }, services, request())
  expect((await listRules({}, services, request())).map(({ name }) => name)).toEqual(['one', 'two', 'three'])
  for (const secret of ['one', 'dinner', 'I am away']) expect(text(dir.auditFile)).not.toContain(secret)
})

test.each([
  [{ conditions: 'from:anna AND' }, { path: 'conditions', column: 14, reason: 'condition missing' }],
  [{ action: hook('http://') }, { path: 'action.url', reason: 'is no URL' }],
  [{ hours: '09:00-09:00' }, { path: 'hours', reason: 'begin and end at the same time' }],
])('%o is refused with the path of the fault, and nothing is written', async (change, details) => {
  const { services, request } = rulesOver()
  expect(() => addRule({ ...away, ...change }, services, request())).toThrow(error('invalid_request', details))
  const { id } = await addRule(away, services, request())
  expect(() => changeRule({ id, ...change }, services, request())).toThrow(error('invalid_request', details))
  expect(await listRules({}, services, request())).toMatchObject([away])
})

test('a change affects the named fields of this rule only', async () => {
  const { services, request, lastAudited } = rulesOver()
  const [one, two] = [await addRule(away, services, request()), await addRule(away, services, request())]
  const action = hook('https://example.org/hook')
  const changed = await changeRule({ id: one.id, enabled: false, action }, services, request())
  expect(changed).toEqual({ ...one, enabled: false, action })
  expect(await listRules({}, services, request())).toEqual([changed, two])
  expect(lastAudited()).toMatchObject({ action: 'rule_changed', target: one.id })
})

test('a rule that was broken by hand can be switched off, but not on', async () => {
  const { services, dir, request } = rulesOver()
  const { id } = await addRule(away, services, request())
  const [rule] = services.settings.current().rules
  saveConfig(dir.configFile, { rules: [{ ...rule, conditions: '(' }] })
  expect(await changeRule({ id, enabled: false }, services, request())).toMatchObject({
    enabled: false,
    conditions: '(',
  })
  const [shown] = await listRules({}, services, request())
  expect(await changeRule({ ...(shown as Rule), name: 'Spoilt' }, services, request())).toEqual({
    ...shown,
    name: 'Spoilt',
  })
  expect(() => changeRule({ id, enabled: true }, services, request())).toThrow(error('invalid_request', { column: 2 }))
})

test('a deleted rule is gone', async () => {
  const { services, request, lastAudited } = rulesOver()
  const [one, two] = [await addRule(away, services, request()), await addRule(away, services, request())]
  expect(await deleteRule({ id: one.id }, services, request())).toBeUndefined()
  expect(await listRules({}, services, request())).toEqual([two])
  expect(lastAudited()).toMatchObject({ action: 'rule_deleted', target: one.id })
})

test('an unknown rule can be neither changed nor deleted', () => {
  const { services, request } = rulesOver()
  for (const attempt of [
    () => changeRule({ id: 'nobody', enabled: false }, services, request()),
    () => deleteRule({ id: 'nobody' }, services, request()),
  ])
    expect(attempt).toThrow(error('rule_not_found', { id: 'nobody' }))
})

test('a rule reports how often it has fired, and when it last did', async () => {
  const { services, request, journalFile } = rulesOver()
  const { id } = await addRule(away, services, request())
  const { db } = openJournal(journalFile)
  onTestFinished(() => db.close())
  const firings = ruleFirings(db, Buffer.alloc(32))
  for (const count of [1, 2])
    firings.record({
      rule: id,
      guid: `guid-${count}` as MessageGuid,
      conversation: 'dm:anna' as ConversationKey,
      action: 'auto_reply',
      heldBack: undefined,
      request: {},
      expiresAtMs: nowMs,
      nowMs: nowMs + count * 60_000,
    })
  const fired = { fired_count: 2, last_fired_at: '2026-01-01T00:02:00.000Z' }
  expect(await listRules({}, services, request())).toMatchObject([fired])
  expect(await changeRule({ id, name: 'Still away' }, services, request())).toMatchObject(fired)
})

/** Creates `count` messages at intervals of `everyMs`, the newest one now. */
function history(count: number, everyMs: number, changes: (index: number) => Partial<IncomingMessage> = () => ({})) {
  const messages = Array.from({ length: count }, (_, index): IncomingMessage => {
    const fromEnd = count - 1 - index
    return {
      rowid: (index + 1) as RowId,
      conversation: 'dm:+12025550123' as ConversationKey,
      conversation_guid: 'any;-;+12025550123',
      conversation_name: 'Anna',
      groupName: null,
      category: 'known',
      isGroup: false,
      handle: '+12025550123',
      sender: 'Anna',
      text: `dinner ${index}`,
      sentAtMs: nowMs - fromEnd * everyMs,
      ...changes(index),
    }
  })
  const readPages: number[] = []
  const service = {
    incoming({ sinceMs, rowid, limit }: { sinceMs: number; rowid: number; limit: number }) {
      readPages.push(rowid)
      return messages.filter((each) => each.sentAtMs >= sinceMs && each.rowid > rowid).slice(0, limit)
    },
  }
  const { services: rest, request: by } = rulesOver()
  const services = { ...rest, mac: macWithout, history: service as unknown as Services['history'] }
  return {
    services,
    pages: readPages,
    trial: (conditions: string, more: Partial<Parameters<typeof testRule>[0]> = {}) =>
      testRule({ conditions, days: 30, ...more }, services, by()),
  }
}

const minuteMs = 60_000

test('a trial reports what would have fired, and what the cooldown would have suppressed', async () => {
  const { trial } = history(6, 30_000, (index) => ({ text: index === 3 ? 'lunch' : `dinner ${index}` }))
  const result = await trial('contains:dinner')
  expect(result).toMatchObject({ considered: 6, fired: 3, held_back: 2 })
  expect(result.matches.map(({ rowid, fires }) => [rowid, fires])).toEqual([
    [6, false],
    [5, true],
    [3, true],
    [2, false],
    [1, true],
  ])
  expect(result.matches[0]).toMatchObject({ sender: 'Anna', text: 'dinner 5', ts: '2026-01-01T00:00:00.000Z' })
  expect(Value.Check(RuleTrialResult, result)).toBe(true)
})

test('each conversation has its own cooldown', async () => {
  const { trial } = history(4, 1_000, (index) => ({ conversation: `dm:${index % 2}` as ConversationKey }))
  expect(await trial('in:direct', { cooldown_s: 3_600 })).toMatchObject({ fired: 2, held_back: 2 })
})

test('a trial covers the requested number of days', async () => {
  const { trial } = history(10, 86_400_000)
  expect(await trial('in:direct', { days: 3 })).toMatchObject({ considered: 4 })
})

test('a trial respects the hours and days of the rule, by the clock of the Mac', async () => {
  // The newest message is of 01:00 on Thursday, 1 January 2026 in Berlin, the others are of each hour before.
  const { trial } = history(48, 3_600_000)
  const times = { hours: '22:00-02:00', days_of_week: ['wed'] } as const
  const { considered, matches } = await trial('contains:dinner', { ...times, days_of_week: [...times.days_of_week] })
  expect(considered).toBe(48)
  expect(matches.map(({ ts }) => ts.slice(5, 16))).toEqual(['01-01T00:00', '12-31T23:00', '12-31T22:00', '12-31T21:00'])
})

test('a trial counts all messages, shows the newest 200 matches, and yields to others between pages', async () => {
  const { trial, pages } = history(1_500, minuteMs)
  let turns = 0
  const turn = () => {
    turns++
    waiting = setImmediate(turn)
  }
  let waiting = setImmediate(turn)
  const result = await trial('contains:dinner')
  clearImmediate(waiting)
  expect(result).toMatchObject({ considered: 1_500, fired: 1_500, held_back: 0 })
  expect(result.matches.map(({ rowid }) => rowid)).toEqual(Array.from({ length: 200 }, (_, index) => 1_500 - index))
  expect(turns).toBeGreaterThanOrEqual(pages.length - 1)
})

test('an empty history has no matches, and an error in the conditions is reported with its column', async () => {
  expect(await history(0, 1).trial('in:group')).toEqual({ considered: 0, fired: 0, held_back: 0, matches: [] })
  await expect(history(1, 1).trial('in:nowhere')).rejects.toThrow(
    error('invalid_request', { path: 'conditions', column: 4 }),
  )
})

test('a message without text and a group match as in the bridge', async () => {
  const { trial } = history(2, minuteMs, (index) =>
    index === 0 ? { text: null } : { isGroup: true, groupName: 'Hiking', conversation_guid: 'any;+;chat7' },
  )
  expect((await trial('NOT contains:dinner')).matches).toMatchObject([{ rowid: 1, text: '' }])
  expect((await trial('group:hiking AND group:chat7')).matches).toMatchObject([{ rowid: 2 }])
})

const everyone = { relay: { scope: 'everyone' } }
const hookRule = (conditions: string) => ({ name: 'Hook', conditions, action: hook('http://127.0.0.1/') })

/** Compares rules with those of today over `history`. */
function comparing(count: number, rules: object[], config: object = everyone) {
  const { services: given } = history(count, minuteMs)
  const services = {
    ...given,
    ruleRuns: ruleRuns(() => nowMs),
    messages: { selfHandles: () => [] } as Pick<Services['messages'], 'selfHandles'> as Services['messages'],
  }
  services.settings.change(() => ({ ...config, rules }))
  return {
    compare: (input: object) => compareRules({ limit: 50, ...input }, services, rulesOver().request()),
  }
}
const stored = (id: string, conditions: string) => ({ ...newRuleDefaults, ...hookRule(conditions), id })

test('a comparison counts by rule, lists what would go elsewhere a page at a time, and continues by its cursor', async () => {
  const { compare } = comparing(120, [stored('one', 'contains:dinner')])
  const rules = [{ ...stored('one', 'contains:"dinner 1"'), fired_count: 7 }, hookRule('contains:nothing')]
  const first = await compare({ rules })
  expect(Value.Check(RulesComparisonResult, first)).toBe(true)
  expect(first).toMatchObject({
    state: 'done',
    considered: 120,
    elsewhere: 89,
    rules: [
      { id: 'one', today: 120, proposed: 31, lost: 89 },
      { id: 'new-2', proposed: 0 },
    ],
  })
  expect([first.messages.length, first.messages[0]]).toMatchObject([
    50,
    { rowid: 100, text: 'dinner 99', proposed: [] },
  ])
  const second = await compare({ cursor: first.cursor })
  expect([second.messages.length, second.cursor]).toEqual([39, null])
  expect(second.messages.at(-1)).toMatchObject({ rowid: 1, today: [{ rule: { id: 'one' } }] })
})

test('only messages of relayed people are compared, from the day that is asked for', async () => {
  const rules = [hookRule('contains:dinner')]
  const { compare } = comparing(10, [], { relay: { scope: 'whitelist' } })
  expect(await compare({ rules })).toMatchObject({ considered: 0, elsewhere: 0, messages: [], cursor: null })
  expect(await comparing(10, []).compare({ rules, since: '2026-01-01' })).toMatchObject({
    considered: 1,
    since: '2026-01-01T00:00:00.000Z',
  })
})

test.each<[string, object, object]>([
  ['neither rules nor a cursor', {}, { path: 'rules' }],
  ['both', { rules: [], cursor: `${'0'.repeat(32)}.0` }, { path: 'rules' }],
  ['a cursor that is not known', { cursor: `${'0'.repeat(32)}.0` }, { path: 'cursor' }],
  [
    'conditions that are not understood',
    { rules: [hookRule('from:Anna'), hookRule('(')] },
    { path: 'rules.1.conditions', column: 2 },
  ],
])('a comparison with %s is refused', async (_what, input, details) => {
  await expect(comparing(1, []).compare(input)).rejects.toThrow(error('invalid_request', details))
})

test('a rule of today that is disabled or broken by hand does nothing, and the others are compared', async () => {
  const broken = [stored('bad', '('), { ...stored('off', 'contains:dinner'), enabled: false }]
  const { compare } = comparing(3, [...broken, stored('one', 'contains:dinner')])
  expect(await compare({ rules: [] })).toMatchObject({ elsewhere: 3, rules: [{ id: 'one', today: 3, lost: 3 }] })
})
