import { join } from 'node:path'
import { FormatRegistry } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { expect, onTestFinished, test } from 'vitest'
import type { MessageGuid, RowId } from '../contract/ids.ts'
import { Trace } from '../contract/trace.ts'
import { hasCode } from '../domain/service-error.ts'
import { journalDeliveries } from '../store/journal/deliveries.ts'
import type { IngestedRow } from '../store/journal/ingest-store.ts'
import { openJournal } from '../store/journal/open.ts'
import { readJournal } from '../store/journal/reader.ts'
import { ruleFirings } from '../store/journal/rule-firings.ts'
import { ingestInto, nobody, pageOf, relayed, skipped, toIntegrations } from '../store/journal/test-journal.ts'
import { testFolders } from '../store/test-folder.ts'
import type { ActionRequest } from './action.ts'
import { messageTrace } from './message-trace.ts'
import type { Services } from './services.ts'

FormatRegistry.Set('date-time', (value) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value))

const folderOfTest = testFolders(onTestFinished)
const atMs = Date.UTC(2026, 0, 1)
const request = {} as ActionRequest

/** Creates a trace over a history that shows the given ROWIDs; the GUIDs are derived from them. */
function traceOver(...shown: number[]) {
  const path = join(folderOfTest(), 'journal.db')
  const { db } = openJournal(path)
  const journal = readJournal(path)
  onTestFinished(() => {
    journal.close()
    db.close()
  })
  const deliveries = journalDeliveries(db, Buffer.alloc(32, 1))
  const placed = (rowids: readonly number[]) =>
    rowids.filter((rowid) => shown.includes(rowid)).map((rowid) => ({ message: { guid: `guid-${rowid}` } }))
  const services = { journal, history: { placed } } as unknown as Services
  return {
    db,
    take: (taken: IngestedRow, ...integrations: string[]) =>
      ingestInto(db).commit(pageOf([taken], { nowMs: atMs }), toIntegrations(...integrations)),
    wait: (rowid: number) =>
      ingestInto(db).commit(
        pageOf([], { waiting: [{ rowid: rowid as RowId, guid: `guid-${rowid}` as MessageGuid }], nowMs: atMs }),
        nobody,
      ),
    deliveries,
    trace: async (rowid: number) => {
      const trace = await messageTrace({ rowid }, services, request)
      expect(Value.Check(Trace, trace)).toBe(true)
      return trace
    },
  }
}

const verdicts = ({ steps }: { steps: { step: string; verdict: string }[] }) =>
  steps.map(({ step, verdict }) => `${step} ${verdict}`)

test('a relayed message has passed every step, and reports the state of each delivery', async () => {
  const { db, take, deliveries, trace } = traceOver(1)
  take(relayed(1), 'hook', 'notify')
  const [delivery] = deliveries.next({ integration: 'hook', afterSeq: 0, limit: 1 }, [])
  const failed = { attempts: 2, crashes: 0, nextAtMs: atMs + 2_000, error: 'the receiver answered 500' }
  deliveries.settle([{ integration: 'hook', id: delivery?.id as never, outcome: 'retry', ...failed }], atMs)
  db.exec(
    "UPDATE delivery SET state = 'acked', attempts = 1, settled_at_ms = created_at_ms WHERE integration = 'notify'",
  )
  const told = await trace(1)
  expect(told).toMatchObject({
    rowid: 1,
    guid: 'guid-1',
    lane: 'relayed',
    outcome: 'relayed',
    explanation: 'The message was relayed to 2 plugins.',
    taken_in_at: '2026-01-01T00:00:00.000Z',
    rules: [],
  })
  expect(new Set(told.steps.map(({ verdict }) => verdict))).toEqual(new Set(['passed']))
  expect(told.steps.every(({ note }) => note !== '')).toBe(true)
  expect(told.deliveries).toMatchObject([
    {
      integration: 'hook',
      state: 'pending',
      attempts: 2,
      next_attempt_at: '2026-01-01T00:00:02.000Z',
      settled_at: null,
      last_error: 'the receiver answered 500',
    },
    { integration: 'notify', state: 'acked', next_attempt_at: null, settled_at: '2026-01-01T00:00:00.000Z' },
  ])
})

test('a message without any receiver is explained', async () => {
  const { take, trace } = traceOver(1)
  take(relayed(1))
  expect((await trace(1)).explanation).toBe('The message was relayed, but no plugin was turned on.')
})

test.each([
  ['tapback', 'complete'],
  ['repeat', 'repeat'],
  ['history', 'age'],
  ['out_of_scope', 'scope'],
  ['from_me', 'scope'],
  ['echo', 'echo'],
])('a message stopped as %s stopped at %s: it passed the steps before and none after', async (outcome, at) => {
  const { take, trace } = traceOver(1)
  take(outcome === 'history' ? skipped(1, outcome, { lane: 'history' }) : skipped(1, outcome))
  const told = await trace(1)
  const steps = told.steps.map(({ step }) => step)
  const place = steps.indexOf(at as never)
  expect(verdicts(told)).toEqual(
    steps.map((step, index) => `${step} ${index < place ? 'passed' : index === place ? 'stopped' : 'not_reached'}`),
  )
  expect(told.steps[place]?.note).toBe(told.explanation)
  expect(told.outcome).toBe(outcome)
})

test("a message that Messages no longer shows is traced by the bridge's records", async () => {
  const { take, trace } = traceOver()
  take(skipped(7, 'junk'))
  expect(await trace(7)).toMatchObject({ guid: 'guid-7', lane: 'skipped', outcome: 'junk' })
})

test('an incomplete message is waiting', async () => {
  const { wait, trace } = traceOver(2)
  wait(2)
  expect(await trace(2)).toMatchObject({ lane: 'waiting', outcome: 'waiting', taken_in_at: null })
})

test('a message that the bridge never saw has an unknown lane, and an unknown message is not found', async () => {
  const { trace } = traceOver(3)
  const told = await trace(3)
  expect(told).toMatchObject({ lane: 'unknown', outcome: 'unknown', taken_in_at: null, deliveries: [], rules: [] })
  expect(new Set(told.steps.map(({ verdict }) => verdict))).toEqual(new Set(['not_reached']))
  await expect(trace(4)).rejects.toSatisfy((error) => hasCode(error, 'message_not_found'))
})

test('an outcome that this release does not know is shown as it is', async () => {
  const { take, trace } = traceOver(1)
  take(skipped(1, 'constructor'))
  expect(await trace(1)).toMatchObject({
    outcome: 'constructor',
    explanation: 'The message was not relayed: constructor.',
  })
})

test('the rules that a message fulfilled are listed with their outcomes', async () => {
  const { db, take, trace } = traceOver(1)
  const message = relayed(1)
  take(message)
  ruleFirings(db, Buffer.alloc(32)).record({
    rule: 'away',
    guid: message.guid,
    conversation: message.conversation as never,
    action: 'auto_reply',
    heldBack: 'cooldown',
    request: {},
    expiresAtMs: atMs,
    nowMs: atMs,
  })
  expect((await trace(1)).rules).toEqual([{ rule_id: 'away', outcome: 'cooldown', at: '2026-01-01T00:00:00.000Z' }])
})
