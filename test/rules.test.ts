import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { seededRandom } from '../simulator/random.ts'
import type { StoredRule } from '../src/contract/rule.ts'
import { readJournal } from '../src/store/journal/reader.ts'
import { ruleReplies } from '../src/store/journal/rule-replies.ts'
import { bridgeHere } from './harness/bridge-here.ts'
import { configure, dirOf } from './harness/bridge-process.ts'
import { type Receiver, startReceiver } from './harness/receiver.ts'
import { anna, ben, relaySetup } from './harness/relay-setup.ts'
import { until } from './harness/until.ts'

const ruleOf = (id: string, conditions: string, action: StoredRule['action']): StoredRule => ({
  ...{ id, name: id, enabled: true, trigger: 'on_inbound', conditions, action, cooldown_s: 60 },
})

interface Told {
  rule: { id: string }
  message: { text: string; handle: string }
}
const toldTo = ({ delivered }: Receiver) =>
  delivered.map(({ headers, body }) => ({ key: headers['idempotency-key'], ...(body as unknown as Told) }))

const countsIn = (home: string) => {
  const journal = readJournal(dirOf(home).journalFile)
  const counts = journal.ruleCounts()
  journal.close()
  return counts
}

test('a rule’s webhook hears of the messages that fulfil its conditions, and of no others', async () => {
  await using hook = await startReceiver()
  const rule = ruleOf('dinner', 'contains:dinner OR in:group', { type: 'webhook', url: hook.url })
  await using relay = await relaySetup({ config: { rules: [rule] } })
  const { messages } = relay.mac
  const group = messages.createGroup({ name: 'Hiking', members: [anna, ben] })
  messages.send({ to: anna, text: 'dinner? (my own)' })
  messages.receive({ from: anna, text: 'dinner of long ago', atMs: Date.now() - 180_000 })
  messages.receive({ from: anna, text: 'Dinner at eight' })
  messages.receive({ from: anna, text: 'dinner again, within the minute' })
  messages.receive({ from: ben, text: 'lunch' })
  const last = messages.receive({ from: ben, text: 'to all', chat: group.guid })
  messages.tapback({ target: last.guid, from: anna, kind: 'love' })
  await until(() => hook.delivered.length === 2)
  await relay.receives('dinner of long ago', 'Dinner at eight', 'dinner again, within the minute', 'lunch', 'to all')
  expect(new Set(toldTo(hook).map(({ message }) => message.text))).toEqual(new Set(['Dinner at eight', 'to all']))
  expect(countsIn(relay.mac.home).get('dinner')?.firedCount).toBe(2)
})

test('kill −9 of the bridge, again and again: each firing reaches the webhook, a repeat under the same key', {
  timeout: 120_000,
}, async () => {
  await using hook = await startReceiver()
  const rule = ruleOf('all', 'contains:text', { type: 'webhook', url: hook.url })
  await using relay = await relaySetup({ config: { rules: [rule] } })
  const random = seededRandom('rules')
  const people = Array.from({ length: 60 }, (_, index) => `+1202555${1_000 + index}`)
  for (const [index, from] of people.entries()) {
    relay.mac.messages.receive({ from, text: `text ${index}` })
    if (index % 5 !== 4) continue
    await wait(random() * 60)
    await relay.bridge.kill()
    await relay.restart()
  }
  await until(() => new Set(toldTo(hook).map(({ message }) => message.handle)).size === people.length)
  await relay.bridge.stop()
  const keys = new Map(toldTo(hook).map(({ key, message }) => [key, message.handle]))
  expect([...keys.values()].toSorted()).toEqual(people)
  expect(countsIn(relay.mac.home).get('all')?.firedCount).toBe(people.length)
})

test('a rule whose conditions were spoilt by hand is reported, and disturbs neither the relay nor other rules', async () => {
  await using hook = await startReceiver()
  const action = { type: 'webhook', url: hook.url } as const
  const rules = [ruleOf('bad', 'from:anna AND (', action), ruleOf('good', 'contains:hello', action)]
  await using relay = await relaySetup({ config: { rules } })
  relay.mac.messages.receive({ from: anna, text: 'hello' })
  await relay.receives('hello')
  await until(() => hook.delivered.length === 1)
  expect(toldTo(hook)[0]?.rule.id).toBe('good')
  const lines = readFileSync(dirOf(relay.mac.home).logFile, 'utf8').split('\n')
  const reports = lines.filter((line) => line.includes('rule bad never fires'))
  expect(reports).toEqual([expect.stringContaining('at column 16: a term is missing')])
})

test('an answer to an answer to an answer … ends after ten within the hour', async () => {
  await using bridge = await bridgeHere()
  const { mac, journal } = bridge
  configure(mac.home, { rules: [ruleOf('away', 'contains:away', { type: 'auto_reply', body: 'I am away' })] })
  const { logFile, journalFile } = dirOf(mac.home)
  await until(() => readFileSync(logFile, 'utf8').includes('settings changed'))
  const db = new DatabaseSync(journalFile, { timeout: 2_000 })
  const claim = () => ruleReplies(db).claimReplies(Date.now() + passedMs)
  let passedMs = 0
  let answers = 0
  for (;;) {
    // The other side is such a bridge, too: it answers what is sent to it.
    const { guid } = mac.messages.receive({ from: anna, text: 'I am away, too' })
    await until(() => journal.outcome(guid) === 'relayed')
    const claimed = claim()
    if (claimed.length === 0) break
    answers += claimed.length
    for (const { body } of claimed) mac.messages.send({ to: anna, text: body })
    bridge.pass(61_000)
    passedMs += 61_000
  }
  db.close()
  expect(answers).toBe(10)
})
