import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, it, vi } from 'vitest'
import type { ConversationKey, RowId } from '../contract/ids.ts'
import { journalConversations } from '../store/journal/conversations.ts'
import { journalDeliveries } from '../store/journal/deliveries.ts'
import { IngestStore } from '../store/journal/ingest-store.ts'
import { migrations } from '../store/journal/schema.ts'
import { ConversationQueues } from './conversation-queues.ts'
import { Dispatcher } from './dispatcher.ts'
import type { HostFrame } from './protocol.ts'
import { Settlements } from './settlements.ts'
import { ingestedMessage, testMessage } from './test-host.ts'

const installKey = Buffer.alloc(32)
const silent = { debug() {}, info() {}, warn() {}, error() {}, as: () => silent }
type Sent<Type> = Extract<HostFrame, { type: Type }>

/** The part of an outcome that a runner reports about the receiver. */
interface Heard {
  status: number | null
  answered_ms: number | null
}
const unheard: Heard = { status: null, answered_ms: null }

afterEach(() => vi.useRealTimers())

const lanes = (count: number) => Array.from({ length: count }, (_, n) => `lane ${n}`)

/** A dispatcher whose runner only records what it is sent. Time stands still until the test moves it. */
function feeding({ mostMessageFailures = 10 } = {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const db = new DatabaseSync(':memory:')
  for (const migration of migrations) db.exec(migration)
  const deliveries = journalDeliveries(db, installKey)
  const ingest = new IngestStore(db, installKey)
  let nowMs = 1_000_000
  let diskIsFull = false
  let isPaused = false
  const clock = { nowMs: () => nowMs, monotonicMs: () => nowMs }
  const settle: typeof deliveries.settle = (batch, atMs) => {
    if (diskIsFull) throw new Error('database or disk is full')
    deliveries.settle(batch, atMs)
  }
  const settlements = new Settlements({ deliveries: { settle }, clock, log: silent })
  const queues = new ConversationQueues({ integration: 'hook', deliveries, flush: () => settlements.flush() })
  const conversations = journalConversations(db, installKey)
  const random = () => 0.5
  const logged: string[] = []
  const write = (msg: string) => void logged.push(msg)
  const dispatcher = new Dispatcher({
    integration: 'hook',
    tier: 'official',
    queues,
    settlements,
    conversations,
    transforms: () => [],
    tests: () => deliveries.tests('hook'),
    wanted: () => deliveries.wanted('hook'),
    isPaused: () => isPaused,
    messageAgain: () => undefined,
    mostMessageFailures: () => mostMessageFailures,
    log: { info: write, warn: write, error: write },
    clock,
    random,
  })
  const sent: HostFrame[] = []
  const kills: string[] = []
  const runner = { send: (frame: HostFrame) => sent.push(frame) > 0, kill: (reason: string) => void kills.push(reason) }

  /** Each argument is the name of a conversation, or `conversation/text`. */
  const receive = (...lanesOf: string[]): void => {
    const rows = lanesOf.map((laneAndText) => {
      const [lane, text = lane] = laneAndText.split('/')
      return ingestedMessage({ conversation: `dm:${lane}` as ConversationKey, text })
    })
    const position = { rowid: 1 as RowId, guid: null, newestMs: 0, epoch: 0, rescan: null }
    ingest.commit(
      { rows, waiting: [], settled: [], position, nowMs },
      { integrations: ['hook'], rules: [], selfHandles: [] },
    )
    dispatcher.pump()
  }
  const ofType = <Type extends HostFrame['type']>(type: Type) =>
    sent.filter((frame): frame is Sent<Type> => frame.type === type)
  const pass = (ms: number): void => {
    nowMs += ms
    vi.advanceTimersByTime(ms)
    dispatcher.tick()
  }
  const delivered = () => ofType('deliver')
  const last = () => delivered().at(-1) ?? expect.fail('nothing was delivered')
  const ack = ({ delivery_id }: { delivery_id: string }, receiver: Heard = unheard) =>
    dispatcher.receiveAnswer({ type: 'ack', delivery_id, ...receiver })
  const nak = (
    { delivery_id, attempt }: Sent<'deliver'>,
    after_s: number | null = null,
    concerns: 'message' | 'receiver' | null = after_s === null ? null : 'receiver',
    receiver: Heard = unheard,
  ) => dispatcher.receiveAnswer({ type: 'nak', delivery_id, attempt, reason: 'no', after_s, concerns, ...receiver })
  const states = () => {
    settlements.flush()
    return db
      .prepare('SELECT state FROM delivery ORDER BY seq')
      .all()
      .map(({ state }) => state)
  }
  /**
   * Advances time by this many seconds and answers every delivery. Returns the texts in the order of their attempts.
   */
  let answered = 0
  const answering = (seconds: number, isTaken: (text: string, attempt: number) => boolean, everyS = 1): string[] => {
    const from = answered
    for (let atS = 0; atS <= seconds; atS += everyS) {
      for (let frame = delivered()[answered]; frame !== undefined; frame = delivered()[answered]) {
        answered++
        if (isTaken(String(frame.message.text), frame.attempt)) ack(frame)
        else nak(frame)
      }
      pass(everyS * 1_000)
    }
    return delivered()
      .slice(from, answered)
      .map(({ message }) => String(message.text))
  }
  dispatcher.attach(runner)
  const fillDisk = (full: boolean) => {
    diskIsFull = full
  }
  const pause = (paused: boolean) => {
    isPaused = paused
  }
  /** Queues a test as another process does, and tells the dispatcher that the disk has changed. */
  const test = (): void => {
    const message = testMessage({ conversation: 'test:' as ConversationKey, text: 'a test' })
    ingest.commit(
      {
        rows: [{ ...message, message, twinText: message.guid, outcome: 'test', events: [], lane: 'relayed' as const }],
        waiting: [],
        settled: [],
        position: { rowid: 1 as RowId, guid: null, newestMs: 0, epoch: 0, rescan: null },
        nowMs,
      },
      { integrations: ['hook'], rules: [], selfHandles: [] },
    )
    db.prepare('UPDATE delivery SET is_test = 1 WHERE guid = ?').run(message.guid)
    dispatcher.reload()
  }
  const rowOf = (id: string) => {
    settlements.flush()
    return db.prepare('SELECT * FROM delivery WHERE id = ?').get(id)
  }
  const attemptsOf = (id: string) =>
    db.prepare('SELECT * FROM delivery_attempt WHERE delivery = ? ORDER BY attempt').all(id)
  return {
    dispatcher,
    runner,
    receive,
    delivered,
    last,
    ofType,
    pass,
    ack,
    nak,
    states,
    kills,
    fillDisk,
    answering,
    pause,
    test,
    rowOf,
    attemptsOf,
    logged,
    journal: db,
  }
}

it('hands over eight deliveries, each of another conversation, and 24 ahead of them while the plugin is quick', () => {
  const { receive, delivered, ack, nak, last, pass } = feeding()
  receive(...lanes(60), 'lane 0')
  expect(delivered()).toHaveLength(8)
  ack(last())
  expect(delivered()).toHaveLength(1 + 32)
  ack(delivered()[0] ?? last())
  expect(delivered()).toHaveLength(2 + 32)
  nak(delivered()[1] ?? last())
  ack(delivered()[2] ?? last())
  expect(delivered()).toHaveLength(4 + 32)
  pass(200)
  ack(delivered()[3] ?? last())
  expect(delivered()).toHaveLength(4 + 32)
})

it('hands over again what the runner returned, as if nothing had happened', () => {
  const { dispatcher, receive, delivered, ack, nak, last } = feeding()
  receive(...lanes(20))
  ack(last())
  const waiting = delivered().slice(9)
  nak(delivered()[0] ?? last())
  dispatcher.receiveAnswer({ type: 'returned', delivery_ids: waiting.map(({ delivery_id }) => delivery_id) })
  for (const frame of delivered().slice(1, 7)) ack(frame)
  const again = delivered().slice(20)
  expect(again.map(({ delivery_id }) => delivery_id)).toEqual(waiting.map(({ delivery_id }) => delivery_id))
  expect(again.every(({ attempt }) => attempt === 1)).toBe(true)
})

it('counts neither time nor the death of the plugin against what waits at the runner, unless the journal there has it', () => {
  const { dispatcher, runner, receive, delivered, ack, last, ofType, pass, rowOf } = feeding()
  receive(...lanes(40))
  ack(last())
  pass(30_000)
  const begun = delivered()
    .filter((_, n) => n !== 7)
    .slice(0, 8)
  expect(ofType('cancel').map(({ delivery_id }) => delivery_id)).toEqual(begun.map(({ delivery_id }) => delivery_id))
  const [, later, ...others] = delivered().slice(17)
  dispatcher.detach('gone', true)
  expect(rowOf(others[0]?.delivery_id ?? '')).toMatchObject({ attempts: 0, crashes: 0 })
  dispatcher.takeOver({ type: 'hello', acked: [], begun: [later?.delivery_id ?? ''] })
  dispatcher.attach(runner)
  expect(rowOf(later?.delivery_id ?? '')).toMatchObject({ attempts: 1, crashes: 1 })
  expect(rowOf(others[0]?.delivery_id ?? '')).toMatchObject({ attempts: 0, crashes: 0 })
})

it('treats half a minute of silence as a failure, cancels the call, and delivers again', () => {
  const { receive, delivered, ofType, pass, last, ack, states } = feeding()
  receive('a')
  pass(29_999)
  expect(ofType('cancel')).toEqual([])
  pass(1)
  expect(ofType('cancel')).toEqual([{ type: 'cancel', delivery_id: last().delivery_id }])
  pass(1_000)
  expect(delivered().map(({ attempt }) => attempt)).toEqual([1, 2])
  ack(last())
  expect(states()).toEqual(['acked'])
})

it('restarts the time limit of a delivery when the plugin reports progress', () => {
  const { dispatcher, receive, ofType, pass, last } = feeding()
  receive('a')
  pass(29_000)
  dispatcher.receiveAnswer({ type: 'progress', delivery_id: last().delivery_id })
  pass(29_000)
  expect(ofType('cancel')).toEqual([])
  pass(1_000)
  expect(ofType('cancel')).toHaveLength(1)
})

it('accepts a late acknowledgement and does not deliver again', () => {
  const { receive, delivered, pass, last, ack, states } = feeding()
  receive('a', 'a')
  const first = last()
  pass(30_000)
  ack(first)
  expect(states()[0]).toBe('acked')
  pass(2_000)
  expect(delivered().map(({ attempt }) => attempt)).toEqual([1, 1])
})

it('does not count the late refusal of one attempt against the next attempt', () => {
  const { receive, pass, last, nak, ack, states } = feeding()
  receive('a')
  const first = last()
  pass(30_000)
  pass(1_000)
  nak(first)
  ack(last())
  expect(states()).toEqual(['acked'])
})

it('restarts a plugin that has more than 32 calls that never end', () => {
  const { receive, pass, kills } = feeding()
  receive(...Array.from({ length: 33 }, (_, n) => `lane ${n}`))
  for (let n = 0; n < 100 && kills.length === 0; n++) pass(300_000)
  expect(kills[0]).toContain('never ended 33')
})

it('counts no time asleep against a delivery, and retries waiting deliveries at once', () => {
  const { dispatcher, receive, delivered, ofType, last, nak, pass } = feeding()
  receive('a', 'b')
  nak(last())
  pass(0)
  expect(delivered()).toHaveLength(2)
  dispatcher.wake()
  expect(delivered()).toHaveLength(3)
  pass(29_999)
  expect(ofType('cancel')).toEqual([])
})

it('tries one delivery at a time while everything fails, and all again after the first success', () => {
  const { receive, delivered, last, nak, ack, pass, dispatcher } = feeding()
  receive(...Array.from({ length: 20 }, (_, n) => `lane ${n}`))
  for (let answered = 0; answered < delivered().length; answered++) nak(delivered()[answered] ?? last())
  expect(dispatcher.lastError).toBe('no')
  const before = delivered().length
  expect(before).toBeLessThan(20)
  pass(999)
  expect(delivered()).toHaveLength(before)
  pass(1)
  expect(delivered()).toHaveLength(before + 1)
  ack(last())
  expect(delivered()).toHaveLength(before + 1 + 19)
  expect(dispatcher.retrying).toBeUndefined()
})

it('waits as long as the receiver asks, but at most an hour', () => {
  const { receive, delivered, last, nak, pass } = feeding()
  receive('a')
  nak(last(), 120)
  pass(119_999)
  expect(delivered()).toHaveLength(1)
  pass(1)
  expect(delivered()).toHaveLength(2)
  nak(last(), 1_000_000)
  pass(3_600_000)
  expect(delivered()).toHaveLength(3)
})

it.each([0, 0.001])('keeps its own pauses when the receiver asks for one of %s s', (askedS) => {
  const { receive, delivered, last, nak, pass } = feeding()
  receive('a')
  for (const [tries, pauseMs] of [1_000, 2_000, 4_000, 8_000, 16_000, 32_000].entries()) {
    nak(last(), askedS)
    pass(pauseMs - 1)
    expect(delivered()).toHaveLength(tries + 1)
    pass(1)
    expect(delivered()).toHaveLength(tries + 2)
  }
})

it.each([86_400, 1e9])('pauses a plugin whose receiver asks for %s s for at most an hour', (askedS) => {
  const { receive, delivered, nak, pass } = feeding()
  receive('a', 'b', 'c', 'd', 'e')
  for (const frame of delivered()) nak(frame, askedS)
  receive('f')
  pass(3_599_999)
  expect(delivered()).toHaveLength(5)
  pass(1)
  expect(delivered()).toHaveLength(6)
})

it('gives up a message that fails ten times while others succeed, and continues with its conversation', () => {
  const { receive, answering, states } = feeding()
  receive('a/bad', 'a/next')
  const tried: string[] = []
  for (let n = 0; n < 12; n++) {
    receive(`b/other ${n}`)
    tried.push(...answering(300, (text) => text !== 'bad'))
  }
  expect(tried.filter((text) => text === 'bad')).toHaveLength(13)
  expect(states()).toEqual(['dead', ...Array.from({ length: 13 }, () => 'acked')])
})

it('gives up a message that blocks the only conversation, and delivers the rest in order', () => {
  const { receive, answering, states } = feeding({ mostMessageFailures: 4 })
  receive('a/bad', 'a/1', 'a/2', 'a/3')
  const tried = answering(60, (text) => text !== 'bad')
  expect(tried).toEqual(['bad', 'bad', 'bad', 'bad', '1', 'bad', 'bad', 'bad', '2', '3'])
  expect(states()).toEqual(['dead', 'acked', 'acked', 'acked'])
})

it('still delivers a message that failed until the one behind it succeeded', () => {
  const { receive, answering, states } = feeding({ mostMessageFailures: 4 })
  receive('a/0', 'a/1', 'a/2')
  expect(answering(60, (text, attempt) => text !== '0' || attempt > 4)).toEqual(['0', '0', '0', '0', '1', '0', '2'])
  expect(states()).toEqual(['acked', 'acked', 'acked'])
})

it.each([[['a', 'a', 'a']], [['a', 'b', 'a']], [['a', 'b', 'c', 'd', 'e', 'f', 'g']]])(
  'gives nothing up within a day while a receiver is away, and then delivers all in order: %s',
  (conversations) => {
    const { receive, answering, states } = feeding()
    receive(...conversations.map((lane, n) => `${lane}/${lane}${n}`))
    answering(86_000, () => false, 20)
    expect(states()).toEqual(conversations.map(() => 'pending'))
    const order = answering(400, () => true)
    expect(states()).toEqual(conversations.map(() => 'acked'))
    for (const lane of new Set(conversations)) {
      const own = order.filter((text) => text.startsWith(lane))
      expect(own).toEqual(own.toSorted())
    }
  },
)

it('delivers past messages that are refused one by one, and gives each up after ten attempts', () => {
  const { receive, delivered, nak, ack, last, pass, states } = feeding()
  receive(...Array.from({ length: 7 }, (_, n) => `lane ${n}/bad`))
  let answered = 0
  for (let tries = 0; tries < 10; tries++) {
    while (answered < delivered().length) nak(delivered()[answered++] ?? last(), 60, 'message')
    receive(`good ${tries}`)
    expect(last().message.text).toBe(`good ${tries}`)
    ack(last())
    answered = delivered().length
    pass(360_000)
  }
  expect(states().slice(0, 7)).toEqual(Array.from({ length: 7 }, () => 'dead'))
})

it('delivers to other conversations while one message fails again and again', () => {
  const { receive, answering, last } = feeding()
  receive('a/bad')
  answering(400, () => false)
  receive('b/good')
  expect(last().message.text).toBe('good')
})

it('logs every failure with its next attempt, but limits a flood of them', () => {
  const { receive, answering, logged, dispatcher } = feeding()
  receive('a')
  answering(0, () => false, 0.5)
  expect(logged).toEqual([expect.stringMatching(/^Delivery \S+ failed \(attempt 1\): no\. Next attempt in 1 s\.$/)])
  expect(dispatcher.lastError).toBe('no')
  expect(dispatcher.retrying).toEqual({ nextAtMs: expect.any(Number) })
  for (let n = 0; n < 200; n++) {
    receive(`b${n}/bad ${n}`, `c${n}/good`)
    answering(0, (text) => text === 'good')
  }
  expect(logged.length).toBeLessThan(100)
  expect(logged.join()).toMatch(/\d+ more like this/)
})

it('tells the runner to forget acknowledgements only after they are on disk', () => {
  const { receive, last, ack, ofType, fillDisk, pass } = feeding()
  fillDisk(true)
  receive(...Array.from({ length: 1_024 }, () => 'a'))
  for (let n = 0; n < 1_023; n++) ack(last())
  expect(ofType('trim')).toEqual([])
  fillDisk(false)
  ack(last())
  pass(0)
  expect(ofType('trim')).toEqual([{ type: 'trim', count: 1_024 }])
})

it('gives a new runner nothing until the results of the previous one are on disk', () => {
  const { dispatcher, runner, receive, last, ack, delivered, fillDisk, pass, states } = feeding()
  receive('a', 'a')
  fillDisk(true)
  ack(last())
  dispatcher.detach('gone', true)
  dispatcher.takeOver({ type: 'hello', acked: [], begun: [] })
  dispatcher.attach(runner)
  expect(delivered()).toHaveLength(2)
  fillDisk(false)
  pass(0)
  expect(delivered().map(({ attempt }) => attempt)).toEqual([1, 1, 2])
  ack(last())
  expect(states()).toEqual(['acked', 'acked'])
})

it('tries a delivery at once that somebody marked on the disk, even while the circuit breaker is open', () => {
  const { dispatcher, receive, delivered, answering, pass, ack, last, states, journal } = feeding()
  receive('a', 'b', 'c', 'd', 'e', 'f')
  answering(120, () => false)
  const before = delivered().length
  const { id } = journal.prepare("SELECT id FROM delivery WHERE conversation = 'dm:f'").get() ?? expect.fail()
  journal.prepare('UPDATE delivery SET is_wanted = 1 WHERE id = ?').run(id as string)
  dispatcher.reload()
  expect(delivered().length).toBe(before + 1)
  ack(last())
  pass(500)
  answering(1, () => true)
  expect(states()).toEqual(Array(6).fill('acked'))
})

it('tries a queued delivery at once by its own retry, while the circuit breaker is open', () => {
  const { dispatcher, receive, delivered, answering, last, journal } = feeding()
  receive('a', 'b', 'c', 'd', 'e')
  answering(120, () => false)
  receive('f')
  const before = delivered().length
  journal.exec("UPDATE delivery SET is_wanted = 1 WHERE conversation = 'dm:f'")
  dispatcher.reload()
  expect([delivered().length, last().message.text]).toEqual([before + 1, 'f'])
})

it('does not take a delivery that an earlier process began for one that a person wants', () => {
  const { dispatcher, runner, receive, delivered, answering, last } = feeding()
  receive('a', 'b', 'c', 'd', 'e', 'f')
  answering(120, () => false)
  const { delivery_id } = last()
  dispatcher.detach('gone', false)
  dispatcher.takeOver({ type: 'hello', acked: [], begun: [delivery_id] })
  dispatcher.attach(runner)
  const before = delivered().length
  dispatcher.reload()
  expect(delivered().length).toBe(before)
})

it('hands a paused plugin nothing, and afterwards everything in its order', () => {
  const { receive, delivered, pause, pass, ack, last, states } = feeding()
  pause(true)
  receive('a/1', 'a/2', 'b/3')
  pass(60_000)
  expect(delivered()).toEqual([])
  expect(states()).toEqual(['pending', 'pending', 'pending'])
  pause(false)
  pass(500)
  expect(delivered().map(({ message }) => message.text)).toEqual(['1', '3'])
  for (const frame of delivered()) ack(frame)
  expect(last().message.text).toBe('2')
})

it('hands over a test past pause and circuit breaker, marked as one', () => {
  const { receive, answering, delivered, pause, test, last, ack, rowOf } = feeding()
  receive('a', 'b', 'c', 'd', 'e', 'f')
  answering(120, () => false)
  pause(true)
  const before = delivered().length
  test()
  expect(delivered().length).toBe(before + 1)
  expect(last().message).toMatchObject({ text: 'a test', is_test: true, attempt: 1 })
  ack(last())
  expect(rowOf(last().delivery_id)).toMatchObject({ state: 'acked', attempts: 1 })
})

it('tries a test once, keeps what its receiver answered, and leaves the pauses of other deliveries alone', () => {
  const { dispatcher, receive, delivered, nak, test, pass, last, rowOf, ack } = feeding()
  for (let round = 0; round < 6; round++) {
    test()
    const { delivery_id, attempt } = last()
    dispatcher.noteAnswer({ type: 'answered', delivery_id, attempt, status: 503, body: 'not now' })
    nak(last())
    expect(rowOf(delivery_id)).toMatchObject({ state: 'dead', attempts: 1, last_error: 'no' })
    expect(JSON.parse(String(rowOf(delivery_id)?.answer))).toEqual({ status: 503, body: 'not now' })
  }
  pass(600_000)
  expect(delivered()).toHaveLength(6)
  expect(dispatcher.retrying).toBeUndefined()
  receive('a', 'b')
  expect(delivered()).toHaveLength(8)
  ack(last())
})

it('records what the receiver answered with the outcome of each attempt', () => {
  const { receive, ack, nak, last, pass, rowOf, attemptsOf } = feeding()
  receive('a')
  const { delivery_id: id } = last()
  nak(last(), null, null, { status: 503, answered_ms: 7 })
  expect(rowOf(id)).toMatchObject({ state: 'pending', answer_status: 503, duration_ms: 7 })
  pass(60_000)
  nak(last())
  pass(600_000)
  ack(last(), { status: 202, answered_ms: 41 })
  expect(rowOf(id)).toMatchObject({ state: 'acked', attempts: 3, answer_status: 202, duration_ms: 41, answer: null })
  expect(attemptsOf(id)).toMatchObject([
    { attempt: 1, answer_status: 503, duration_ms: 7 },
    { attempt: 2, answer_status: null, duration_ms: 0 },
  ])
})

it('records what the receiver answered when a plugin that was given up answers after all', () => {
  const { receive, ack, last, pass, rowOf } = feeding()
  receive('a')
  const first = last()
  pass(30_001)
  expect(rowOf(first.delivery_id)).toMatchObject({ state: 'pending', answer_status: null })
  ack(first, { status: 200, answered_ms: 30_500 })
  expect(rowOf(first.delivery_id)).toMatchObject({ state: 'acked', answer_status: 200, duration_ms: 30_500 })
})

it('records the status with a test that the plugin never ended', () => {
  const { dispatcher, test, last, pass, rowOf } = feeding()
  test()
  const { delivery_id, attempt } = last()
  dispatcher.noteAnswer({ type: 'answered', delivery_id, attempt, status: 200, body: 'ok' })
  pass(30_001)
  expect(rowOf(delivery_id)).toMatchObject({ state: 'dead', answer_status: 200, answer: '{"status":200,"body":"ok"}' })
})

it('does not hand over a test for which the plugin was not ready within ten minutes', () => {
  const { dispatcher, runner, test, pass, delivered, states } = feeding()
  dispatcher.detach('gone', false)
  test()
  pass(600_001)
  dispatcher.attach(runner)
  expect(delivered()).toEqual([])
  expect(states()).toEqual(['skipped'])
})
