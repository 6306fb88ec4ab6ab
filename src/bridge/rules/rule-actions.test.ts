import type { LookupAddress } from 'node:dns'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ConversationKey, MessageGuid } from '../../contract/ids.ts'
import { type NewFiring, ruleFirings } from '../../store/journal/rule-firings.ts'
import { type RulePosts, rulePosts } from '../../store/journal/rule-posts.ts'
import { ruleReplies } from '../../store/journal/rule-replies.ts'
import { journalInMemory } from '../../store/journal/test-journal.ts'
import { RuleActions } from './rule-actions.ts'
import { answering, never, receivers } from './test-receiver.ts'

const receiver = receivers(onTestFinished)
const startMs = Date.UTC(2026, 5, 1)
const until = (isSo: () => boolean) => vi.waitUntil(isSo, { timeout: 240_000, interval: 5 })

function actions({
  answerWithinMs = 10_000,
  ownPort = 8723,
  resolve = (): Promise<LookupAddress[]> => Promise.reject(new Error('no name is to be looked up')),
  posts: replacePosts = (posts: RulePosts) => posts,
} = {}) {
  const db = journalInMemory()
  const firings = ruleFirings(db, Buffer.alloc(32, 1))
  const warnings: string[] = []
  const quiet = () => undefined
  const log = { debug: quiet, info: quiet, warn: (msg: string) => void warnings.push(msg), error: quiet, as: () => log }
  let nowMs = startMs
  const clock = { nowMs: () => nowMs, monotonicMs: () => nowMs }
  const egress = () => ({ ownPort, resolve })
  const answers = { poll: quiet, stop: quiet }
  const parts = { posts: replacePosts(rulePosts(db)), replies: ruleReplies(db), answers, firings, log, clock, egress }
  const start = () => {
    const started = new RuleActions({ ...parts, answerWithinMs })
    onTestFinished(() => started.stop())
    return started
  }
  let running = start()
  let count = 0
  return {
    warnings,
    fire(url: string, changes: Partial<NewFiring> = {}) {
      firings.record({
        rule: 'hook',
        guid: `guid-${++count}` as MessageGuid,
        conversation: 'dm:anna' as ConversationKey,
        action: 'webhook',
        heldBack: undefined,
        request: { url, body: { message: { text: `text ${count}` } } },
        expiresAtMs: nowMs + 120_000,
        nowMs,
        ...changes,
      })
      running.kick()
    },
    pass(ms: number) {
      nowMs += ms
      running.kick()
    },
    stop: () => running.stop(),
    restart() {
      running = start()
      running.kick()
    },
    keepOnly: (ids: string[]) => running.keepOnly(ids),
    states: () =>
      db
        .prepare('SELECT state, attempts, reason FROM rule_firing ORDER BY guid')
        .all()
        .map(({ state, attempts, reason }) => [state, attempts, reason]),
  }
}

test('the receiver gets the message as JSON, under the id of the firing, once', async () => {
  const { url, received } = await receiver(answering(204))
  const rules = actions()
  rules.fire(`${url}/kitchen?table=4`)
  await until(() => rules.states()[0]?.[0] === 'done')
  rules.pass(3_600_000)
  expect(received).toEqual([
    {
      key: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: 'application/json',
      body: { message: { text: 'text 1' } },
      path: '/kitchen?table=4',
    },
  ])
})

test('a rejected post is retried with the same id, after a pause', async () => {
  const { url, received } = await receiver(answering(503), answering(204))
  const rules = actions()
  rules.fire(url)
  await until(() => rules.states()[0]?.[1] === 1)
  expect(rules.states()).toEqual([['pending', 1, 'answered 503']])
  rules.pass(999)
  expect(received).toHaveLength(1)
  rules.pass(1)
  await until(() => rules.states()[0]?.[0] === 'done')
  expect(received[1]).toEqual(received[0])
})

test('a post is retried for ten minutes and then fails; log and journal name no address', async () => {
  const { url, received } = await receiver(answering(500))
  const rules = actions()
  rules.fire(url)
  for (let attempt = 1; rules.states()[0]?.[0] === 'pending'; attempt++) {
    await until(() => rules.states()[0]?.[1] === attempt)
    rules.pass(60_000)
  }
  expect(rules.states()).toEqual([['failed', received.length, 'answered 500']])
  expect(received.length).toBeGreaterThan(9)
  expect(rules.warnings).toEqual(['rule hook: its webhook was given up: answered 500'])
})

test('a refused connection, an invalid URL and a missing response are recorded as failures', async () => {
  const hanging = await receiver(never)
  const rules = actions({ answerWithinMs: 100 })
  rules.fire('http://127.0.0.1:9/')
  rules.fire('http://', { rule: 'other' })
  rules.fire(hanging.url, { rule: 'third' })
  await until(() => rules.states().every(([, attempts]) => attempts === 1))
  expect(rules.states().map(([, , reason]) => reason)).toEqual(['ECONNREFUSED', 'ERR_INVALID_URL', 'no answer in time'])
})

test('a redirect is not followed', async () => {
  const elsewhere = await receiver(answering(204))
  const { url } = await receiver(answering(307, { location: elsewhere.url }))
  const rules = actions()
  rules.fire(url)
  await until(() => rules.states()[0]?.[1] === 1)
  expect(rules.states()).toEqual([['pending', 1, 'answered 307, a redirect, which is not followed']])
  expect(elsewhere.received).toEqual([])
})

test('a post to a forbidden address fails at once, with the reason and only the origin', async () => {
  const { url, received } = await receiver(answering(204))
  const { port } = new URL(url)
  const rules = actions({ resolve: async () => [{ address: '127.0.0.1', family: 4 }] })
  rules.fire(`http://user:secret@hooks.example.com:${port}/secret?token=secret`)
  await until(() => rules.states()[0]?.[0] === 'failed')
  const reason = `egress_refused: http://hooks.example.com:${port} leads to a loopback address, which its name does not say`
  expect(rules.states()).toEqual([['failed', 1, reason]])
  expect(rules.warnings).toEqual([`rule hook: its webhook was given up: ${reason}`])
  expect(received).toEqual([])
})

test('a name that later points into the local network is not reached there', async () => {
  const { url, received } = await receiver(answering(503))
  const answers = ['127.0.0.1', '169.254.169.254']
  const resolve = async () => [{ address: answers.shift() ?? '127.0.0.1', family: 4 }]
  const rules = actions({ resolve })
  rules.fire(`http://hooks.lan:${new URL(url).port}/`)
  await until(() => rules.states()[0]?.[1] === 1)
  expect(received).toHaveLength(1)
  rules.pass(1_000)
  await until(() => rules.states()[0]?.[0] === 'failed')
  expect(rules.states()[0]?.[2]).toMatch(/^egress_refused: http:\/\/hooks\.lan:\d+ leads to a link-local address$/)
  expect([received.length, answers.length]).toEqual([1, 0])
})

test('a receiver that hangs occupies two posts of its own rule, and keeps no other rule waiting', async () => {
  const [hanging, quick] = [await receiver(never), await receiver(answering(200))]
  const rules = actions()
  for (let count = 0; count < 20; count++) rules.fire(hanging.url, { rule: 'slow' })
  for (let count = 0; count < 20; count++) rules.fire(quick.url, { rule: 'quick' })
  await until(() => quick.received.length === 20)
  expect(hanging.received).toHaveLength(2)
})

test('a post that a stop interrupts is repeated under the same id', async () => {
  const { url, received } = await receiver(never, answering(200))
  const rules = actions()
  rules.fire(url)
  await until(() => received.length === 1)
  await rules.stop()
  expect(rules.states()).toEqual([['pending', 0, null]])
  rules.restart()
  await until(() => rules.states()[0]?.[0] === 'done')
  expect(received[1]).toEqual(received[0])
})

test('a bridge that was down for an hour still makes the posts that it never tried', async () => {
  const { url, received } = await receiver(answering(200))
  const rules = actions()
  await rules.stop()
  rules.fire(url)
  rules.pass(3_600_000)
  rules.restart()
  await until(() => received.length === 1)
})

test('while the journal cannot be written nothing is posted twice', async () => {
  let isFull = true
  const { url, received } = await receiver(answering(200))
  const rules = actions({
    posts: (posts) => ({
      ...posts,
      settle(...settlement) {
        if (isFull) throw new Error('database or disk is full')
        posts.settle(...settlement)
      },
    }),
  })
  rules.fire(url)
  await until(() => rules.warnings.length > 0)
  rules.pass(60_000)
  isFull = false
  rules.pass(1)
  expect(rules.states()).toEqual([['done', 1, null]])
  expect(received).toHaveLength(1)
})

test('pending posts of a disabled rule are dropped', async () => {
  const { url, received } = await receiver(answering(503))
  const rules = actions()
  rules.fire(url)
  await until(() => rules.states()[0]?.[1] === 1)
  rules.keepOnly(['another'])
  rules.pass(1_000)
  expect(rules.states()).toEqual([['expired', 1, 'the rule was switched off']])
  expect(received).toHaveLength(1)
})

test('a reply that was not sent in time is reported, without its text', async () => {
  const rules = actions()
  rules.fire('', { rule: 'away', action: 'auto_reply', request: { chatGuid: 'any;-;+12025550123', body: 'secret' } })
  rules.pass(120_000)
  await until(() => rules.states()[0]?.[0] === 'expired')
  expect(rules.warnings).toEqual(['rule away: its answer was not sent in time, and is not sent any more'])
})
