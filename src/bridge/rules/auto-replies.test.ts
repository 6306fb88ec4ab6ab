import { expect, onTestFinished, test } from 'vitest'
import type { ConversationKey, MessageGuid } from '../../contract/ids.ts'
import type { Send, SendState } from '../../contract/send.ts'
import { ServiceError } from '../../domain/service-error.ts'
import type { Sending, SendOrder } from '../../sending/sending.ts'
import { ruleFirings } from '../../store/journal/rule-firings.ts'
import { ruleReplies } from '../../store/journal/rule-replies.ts'
import { journalInMemory } from '../../store/journal/test-journal.ts'
import { AutoReplies } from './auto-replies.ts'

const startMs = Date.UTC(2026, 5, 1)
const error = { code: 'automation_denied', message: 'Allow it under Automation.' }

/** Sends the replies of rules through a sending service that behaves as the test requires. */
function answering({ journal = journalInMemory(), nowMs = startMs, byKey = new Map<string | undefined, Send>() } = {}) {
  const firings = ruleFirings(journal, Buffer.alloc(32, 1))
  const orders: SendOrder[] = []
  const warnings: string[] = []
  const sends = new Map<string, Send>()
  let refusal: unknown
  let comesTo: SendState = 'landed'
  let count = 0
  const stateOf = (state: SendState) => ({ state, error: state === 'failed' ? error : null })
  const sending = {
    async send(order: SendOrder): Promise<Send> {
      orders.push(order)
      if (refusal !== undefined) throw refusal
      const send = { id: `send-${orders.length}`, ...stateOf(comesTo) } as Send
      sends.set(send.id, send)
      byKey.set(order.idempotencyKey, send)
      return send
    },
    get: (id: string) => sends.get(id),
    list({ key }: Parameters<Sending['list']>[0]) {
      const send = byKey.get(key?.idempotencyKey)
      return send === undefined ? [] : [send]
    },
  }
  const quiet = () => undefined
  const log = { debug: quiet, info: quiet, warn: (msg: string) => void warnings.push(msg), error: quiet, as: () => log }
  const clock = { nowMs: () => nowMs, monotonicMs: () => nowMs }
  const answers = new AutoReplies({ replies: ruleReplies(journal), sending, log, clock })
  onTestFinished(() => answers.stop())
  return {
    journal,
    byKey,
    orders,
    warnings,
    answers,
    fire(request: object = {}) {
      firings.record({
        rule: 'away',
        guid: `guid-${++count}` as MessageGuid,
        conversation: 'dm:anna' as ConversationKey,
        action: 'auto_reply',
        heldBack: undefined,
        expiresAtMs: startMs + 120_000,
        nowMs: startMs,
        request: { chatGuid: 'any;-;anna', body: 'I am away', ...request },
      })
    },
    /** Runs twice, as the bridge does repeatedly: the second run may record what the first one began. */
    async poll() {
      answers.poll()
      await new Promise(setImmediate)
      answers.poll()
    },
    sendsEndAs: (state: SendState) => {
      comesTo = state
    },
    becomes: (state: SendState) => {
      for (const send of sends.values()) Object.assign(send, stateOf(state))
    },
    refuse: (reason: unknown) => {
      refusal = reason
    },
    states: () =>
      journal
        .prepare('SELECT state, reason FROM rule_firing ORDER BY guid')
        .all()
        .map(({ state, reason }) => [state, reason]),
  }
}

test('a reply goes to the conversation of the message under the id of its firing, and is done once it has landed', async () => {
  const bridge = answering()
  bridge.fire()
  await bridge.poll()
  expect(bridge.orders).toEqual([
    {
      to: { guid: 'any;-;anna' },
      text: 'I am away',
      by: 'rule:away',
      idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
      isConfirmed: true,
      expiresAtMs: startMs + 120_000,
    },
  ])
  expect(bridge.states()).toEqual([['done', null]])
})

test('a reply that was not sent records the reason, without its text', async () => {
  const bridge = answering()
  bridge.sendsEndAs('failed')
  bridge.fire()
  await bridge.poll()
  expect(bridge.states()).toEqual([['failed', 'automation_denied: Allow it under Automation.']])
  expect(bridge.warnings).toEqual(['rule away: its answer was not sent: automation_denied: Allow it under Automation.'])
})

test('a reply still in the queue is recorded when it is finished', async () => {
  const bridge = answering()
  bridge.sendsEndAs('queued')
  bridge.fire()
  await bridge.poll()
  expect([bridge.states(), bridge.orders.length]).toEqual([[['claimed', null]], 1])
  bridge.becomes('sent')
  await bridge.poll()
  expect(bridge.states()).toEqual([['done', null]])
})

test('a reply that a crashed bridge left behind continues under the same key', async () => {
  const before = answering()
  before.sendsEndAs('queued')
  before.fire()
  await before.poll()
  const after = answering({ journal: before.journal, nowMs: startMs + 60_000 })
  await after.poll()
  expect(after.orders).toEqual(before.orders)
  expect(after.states()).toEqual([['done', null]])
})

test('a permanent refusal is recorded; a transient one is retried, but not beyond the expiry of the reply', async () => {
  const refused = answering()
  refused.refuse(new ServiceError('conversation_not_found', 'That conversation is not known.'))
  refused.fire()
  await refused.poll()
  expect(refused.states()).toEqual([['failed', expect.stringMatching(/^conversation_not_found: /)]])

  const limited = new ServiceError('rate_limited', 'Too many messages a minute.')
  const early = answering()
  early.refuse(limited)
  early.fire()
  await early.poll()
  expect(early.states()).toEqual([['claimed', null]])

  const late = answering({ nowMs: startMs + 119_000 })
  late.refuse(limited)
  late.fire()
  await late.poll()
  expect(late.states()).toEqual([['failed', expect.stringMatching(/^rate_limited: /)]])
})

const asking = { asks: 'Away' }
const dayMs = 24 * 3_600_000

test('a reply that asks waits for the owner, however long, and ends as the owner decides', async () => {
  for (const [decided, state] of [
    ['delivered', ['done', null]],
    ['failed', ['failed', 'automation_denied: Allow it under Automation.']],
  ] as const) {
    const bridge = answering()
    bridge.sendsEndAs('held')
    bridge.fire(asking)
    await bridge.poll()
    await bridge.poll()
    expect(bridge.orders).toMatchObject([{ asks: { label: 'Away', reason: null } }])
    expect(bridge.states()).toEqual([['claimed', null]])
    bridge.becomes(decided)
    await bridge.poll()
    expect(bridge.states()).toEqual([state])
  }
})

test('a bridge that comes back days later does not ask again about a reply that the owner has decided meanwhile', async () => {
  const before = answering()
  before.sendsEndAs('held')
  before.fire(asking)
  await before.poll()
  before.becomes('sent')
  const after = answering({ ...before, nowMs: startMs + 2 * dayMs })
  await after.poll()
  expect([after.orders, after.states()]).toEqual([[], [['done', null]]])
})

test('a reply that did not reach the outbox within its two minutes does not reach it later', async () => {
  const before = answering()
  before.refuse(new ServiceError('queue_full', 'Too many wait.'))
  before.fire(asking)
  await before.poll()
  const after = answering({ journal: before.journal, nowMs: startMs + 121_000 })
  await after.poll()
  expect([after.orders, after.states()]).toEqual([[], [['failed', 'nobody asked in time']]])
})
