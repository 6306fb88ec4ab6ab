import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { play, type Scenario, scenarios } from '../../simulator/scenarios/scenarios.ts'
import { isAlive, readHeartbeat } from '../../src/store/heartbeat.ts'
import { bridgeHere } from '../harness/bridge-here.ts'
import { dirOf } from '../harness/bridge-process.ts'
import { anna, ben, relaySetup } from '../harness/relay-setup.ts'
import { until } from '../harness/until.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

test('a row that never gets a chat is relayed after the wait, under its sender', async () => {
  await using relay = await bridgeHere()
  const { messages } = relay.mac
  const orphan = messages.receiveOrphan({ from: anna, text: 'Your code is 482913' })
  messages.receive({ from: ben, text: 'of another chat' })
  await relay.receives('of another chat')
  relay.pass(30_000)
  messages.receive({ from: ben, text: 'still waiting' })
  await relay.receives('of another chat', 'still waiting')
  expect(relay.journal.outcome(orphan.guid)).toBeUndefined()
  relay.pass(16_000)
  await relay.receives('of another chat', 'still waiting', 'Your code is 482913')
  messages.receive({ from: anna, text: 'in her chat' })
  await relay.receives('of another chat', 'still waiting', 'Your code is 482913', 'in her chat')
  const [, , code, chat] = relay.receiver.delivered
  expect(code?.body.conversation_id).toBe(chat?.body.conversation_id)
})

test('a chat that is forty seconds late delays its other messages by five, and its own message is complete', async () => {
  await using relay = await bridgeHere()
  const { messages } = relay.mac
  const begun = messages.beginReceive({ from: anna, text: 'forty seconds late' })
  messages.fillBody(begun)
  messages.receive({ from: anna, text: 'a moment later' })
  await until(() => relay.journal.waiting() === 2)
  relay.pass(5_000)
  await relay.receives('a moment later')
  relay.pass(35_000)
  messages.join(begun)
  await relay.receives('a moment later', 'forty seconds late')
  const [later, late] = relay.receiver.delivered
  expect(late?.body.conversation_id).toBe(later?.body.conversation_id)
})

test.for([
  ['back an hour', -hourMs],
  ['forward a day', 24 * hourMs],
] as const)('with the clock set %s, and then corrected, every message arrives, in order', async ([, byMs]) => {
  await using relay = await bridgeHere()
  const { messages } = relay.mac
  const texts = ['before', ...Array.from({ length: 30 }, (_, index) => `after ${index}`), 'the clock is right again']
  messages.receive({ from: anna, text: 'before' })
  await relay.receives('before')
  relay.setClock(byMs)
  for (const text of texts.slice(1, -1)) messages.receive({ from: anna, text })
  await relay.receives(...texts.slice(0, -1))
  relay.setClock(-byMs)
  messages.receive({ from: anna, text: 'the clock is right again' })
  await relay.receives(...texts)
})

test.for([2, 20, 60])(
  'on a Mac whose clock is %d minutes fast, a message that follows one’s own reply arrives',
  async (fast) => {
    await using relay = await bridgeHere({ fastMs: fast * minuteMs })
    const { messages } = relay.mac
    const comes = (text: string) => messages.receive({ from: anna, text, atMs: Date.now() })
    comes('a question')
    await relay.receives('a question')
    const answer = messages.send({ to: anna, text: 'the answer' })
    await until(() => relay.journal.outcome(answer.guid) !== undefined)
    const texts = Array.from({ length: 30 }, (_, index) => `after the answer ${index}`)
    texts.forEach(comes)
    await relay.receives('a question', ...texts)
  },
)

test('a row that waits for its chat does not wait an hour longer because the clock was set back', async () => {
  await using relay = await bridgeHere()
  relay.mac.messages.receiveOrphan({ from: ben, text: 'waits' })
  await until(() => relay.journal.waiting() === 1)
  relay.setClock(-hourMs)
  await relay.receives('waits')
})

test('after a night’s sleep messages arrive in whatever order they are stored, and old ones stay history', async () => {
  await using relay = await bridgeHere()
  const { messages } = relay.mac
  messages.receive({ from: anna, text: 'good night' })
  await relay.receives('good night')
  relay.pass(8 * hourMs)
  const nowMs = Date.now() + 8 * hourMs
  await until(() => (readHeartbeat(dirOf(relay.mac.home).heartbeatFile) ?? 0) * 1000 >= nowMs)
  const hours = [1, 7, 3, 5, 2, 6, 4]
  for (const hour of hours) messages.receive({ from: anna, text: `${hour} h ago`, atMs: nowMs - hour * hourMs })
  messages.receive({ from: anna, text: 'of the day before', atMs: nowMs - 20 * hourMs })
  await relay.receives('good night', ...hours.map((hour) => `${hour} h ago`))
  await until(() => relay.journal.count('history') === 1)
})

test('forty messages of a night’s sleep that land within a minute and out of order all arrive, once', async () => {
  await using relay = await bridgeHere({ fastMs: -8 * hourMs })
  relay.mac.messages.receive({ from: anna, text: 'good night' })
  await relay.receives('good night')
  relay.pass(8 * hourMs)
  await until(() => (readHeartbeat(dirOf(relay.mac.home).heartbeatFile) ?? 0) * 1000 >= Date.now() - minuteMs)
  const steps = await play(relay.mac.home, scenarios.get('night-of-messages') as Scenario, {
    pause: (ms) => wait(ms / 5),
  })
  expect(steps).toHaveLength(40)
  await until(() => relay.receiver.texts().length === 41, {
    describe: () => `${relay.receiver.texts().length} of 41; ${relay.journal.count('history')} are history`,
  })
  expect(relay.receiver.texts().toSorted()).toEqual(['good night', ...steps.map(({ did }) => did)].toSorted())
})

test('a process that was stopped for a while resumes at once', async () => {
  await using relay = await relaySetup()
  relay.bridge.child.kill('SIGSTOP')
  for (const text of ['one', 'two', 'three']) relay.mac.messages.receive({ from: anna, text })
  await wait(3_000)
  expect(relay.receiver.texts()).toEqual([])
  relay.bridge.child.kill('SIGCONT')
  await relay.receives('one', 'two', 'three')
  expect(relay.receiver.texts()).toEqual(['one', 'two', 'three'])
  expect(isAlive(readHeartbeat(dirOf(relay.mac.home).heartbeatFile), Date.now())).toBe(true)
})
