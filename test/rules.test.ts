import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { setFault } from '../simulator/programs/faults.ts'
import { seededRandom } from '../simulator/random.ts'
import type { TemporaryMac } from '../simulator/temporary-mac.ts'
import { createClient } from '../src/client/client.ts'
import type { StoredRule } from '../src/contract/rule.ts'
import { saveConfig } from '../src/store/config-file.ts'
import { readJournal } from '../src/store/journal/reader.ts'
import { bridgeHere } from './harness/bridge-here.ts'
import { configure, dirOf } from './harness/bridge-process.ts'
import { type Receiver, startReceiver } from './harness/receiver.ts'
import { anna, ben, relaySetup } from './harness/relay-setup.ts'
import { isWhole } from './harness/told.ts'
import { until } from './harness/until.ts'
import { keyWith, signIn, webHere } from './harness/web-here.ts'

const ruleOf = (id: string, conditions: string, action: StoredRule['action']): StoredRule => ({
  id,
  name: id,
  enabled: true,
  trigger: 'on_inbound',
  conditions,
  action,
  cooldown_s: 60,
  hours: null,
  days: null,
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

test('a rule’s webhook receives the messages that fulfil its conditions, and no others', async () => {
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

test('rules run only while config.json enables them; only the very first start enables them by itself', async () => {
  await using hook = await startReceiver()
  const rule = ruleOf('all', 'contains:text', { type: 'webhook', url: hook.url })
  await using relay = await relaySetup({ config: { rules: [rule] } })
  const { configFile } = dirOf(relay.mac.home)
  const inFile = () => JSON.parse(readFileSync(configFile, 'utf8')).integrations.rules
  expect(inFile()).toEqual({ enabled: true })
  relay.mac.messages.receive({ from: anna, text: 'text one' })
  await until(() => hook.delivered.length === 1)

  saveConfig(configFile, { integrations: { rules: { enabled: false } } })
  await relay.bridge.stop()
  await relay.restart()
  expect(inFile()).toEqual({ enabled: false })
  relay.mac.messages.receive({ from: ben, text: 'text two' })
  await relay.receives('text one', 'text two')
  expect(hook.delivered).toHaveLength(1)
})

test('rules that config.json no longer mentions do not run', async () => {
  await using hook = await startReceiver()
  const rule = ruleOf('all', 'contains:text', { type: 'webhook', url: hook.url })
  await using relay = await relaySetup({ config: { rules: [rule] } })
  const log = () => readFileSync(dirOf(relay.mac.home).logFile, 'utf8').split('settings changed').length
  const before = log()
  saveConfig(dirOf(relay.mac.home).configFile, { integrations: { rules: null } })
  await until(() => log() > before)
  relay.mac.messages.receive({ from: anna, text: 'text' })
  await relay.receives('text')
  expect(countsIn(relay.mac.home).get('all')?.firedCount ?? 0).toBe(0)
})

test('after repeated kill −9 of the bridge each firing reaches the webhook, and a repeat has the same key', async () => {
  await using hook = await startReceiver()
  const rule = ruleOf('all', 'contains:text', { type: 'webhook', url: hook.url })
  await using relay = await relaySetup({ config: { rules: [rule] } })
  const random = seededRandom('rules')
  const people = Array.from({ length: 60 }, (_, index) => `+1202555${1_000 + index}`)
  for (const [index, from] of people.entries()) {
    relay.mac.messages.receive({ from, text: `text ${index}` })
    if (index % (isWhole ? 5 : 20) !== 4) continue
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

test('a rule whose conditions were broken by hand is reported, and affects neither the relay nor other rules', async () => {
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
  expect(reports).toEqual([expect.stringContaining('at column 16: condition missing')])
})

const autoReply = (body: string) => ({ type: 'auto_reply', body }) as const

/** Returns the outcomes of the rule's firings, oldest first. */
function firingsIn(home: string): unknown[] {
  const db = new DatabaseSync(dirOf(home).journalFile, { readOnly: true, timeout: 30_000 })
  const rows = db.prepare('SELECT state FROM rule_firing ORDER BY fired_at_ms').all()
  db.close()
  return rows.map(({ state }) => state)
}

const isMine = 'FROM message JOIN chat_message_join ON message_id = message.ROWID WHERE is_from_me = 1'
const answersOn = (mac: TemporaryMac) => Number(mac.row(`SELECT count(*) AS n ${isMine}`)?.n)

test('a rule replies in the conversation of the message, and its reply is not relayed as a new message', async () => {
  const rule = ruleOf('away', 'contains:away', autoReply('I am away, too 🏖'))
  await using relay = await relaySetup({ config: { rules: [rule] } })
  const { mac, bridge, journal } = relay
  mac.messages.receive({ from: ben, text: 'hello' })
  mac.messages.receive({ from: anna, text: 'are you away?' })
  await until(() => firingsIn(mac.home)[0] === 'done', { describe: () => JSON.stringify(firingsIn(mac.home)) })
  const sent = mac.row(`SELECT message.guid AS guid, chat_identifier AS handle, attributedBody AS body, error
    FROM message JOIN chat_message_join ON message_id = message.ROWID JOIN chat ON chat.ROWID = chat_id
    WHERE is_from_me = 1`)
  expect(sent).toMatchObject({ handle: anna, error: 0 })
  expect(Buffer.from(sent?.body as Uint8Array).toString()).toContain('I am away, too 🏖')
  await until(() => journal.outcome(String(sent?.guid)) !== undefined)
  await relay.receives('hello', 'are you away?')
  expect(answersOn(mac)).toBe(1)
  await bridge.stop()
})

test('a reply that Messages refuses fails, and the reason is recorded without the text', async () => {
  const rule = ruleOf('away', 'contains:away', autoReply('a secret whereabouts'))
  await using relay = await relaySetup({ config: { rules: [rule] } })
  setFault(relay.mac.home, { name: 'automation-denied', times: null })
  relay.mac.messages.receive({ from: anna, text: 'are you away?' })
  await until(() => firingsIn(relay.mac.home)[0] === 'failed')
  const log = () => readFileSync(dirOf(relay.mac.home).logFile, 'utf8')
  await expect.poll(log).toMatch(/rule away: its answer was not sent: automation_denied: /)
  expect(log()).not.toContain('whereabouts')
})

test('after repeated kill −9 of the bridge nobody gets two replies, and every missing reply has a reason', async () => {
  const rule = ruleOf('all', 'contains:text', autoReply('I am away'))
  await using relay = await relaySetup({ config: { rules: [rule], send: { per_minute: 10_000 } } })
  const random = seededRandom('answers')
  const people = Array.from({ length: isWhole ? 20 : 8 }, (_, index) => `+1202555${2_000 + index}`)
  for (const [index, from] of people.entries()) {
    relay.mac.messages.receive({ from, text: `text ${index}` })
    if (index % 4 !== 3) continue
    await wait(random() * 300)
    await relay.bridge.kill()
    await relay.restart()
  }
  const answered = () =>
    relay.mac
      .rows(
        `SELECT chat_identifier AS handle FROM message JOIN chat_message_join ON message_id = message.ROWID
         JOIN chat ON chat.ROWID = chat_id WHERE is_from_me = 1 ORDER BY handle`,
      )
      .map(({ handle }) => handle)
  const ended = () => firingsIn(relay.mac.home).filter((state) => state === 'done' || state === 'failed')
  // An answer whose script may never have started is given up after a minute, and not sent again.
  await until(() => ended().length === people.length, { describe: () => JSON.stringify(ended()) })
  expect(answered()).toEqual([...new Set(answered())])
  expect(answered().length).toBeGreaterThanOrEqual(ended().filter((state) => state === 'done').length)
})

test('a chain of replies to replies ends after ten within the hour', async () => {
  await using bridge = await bridgeHere()
  const { mac, journal } = bridge
  const changes = () => readFileSync(dirOf(mac.home).logFile, 'utf8').split('settings changed').length
  const before = changes()
  configure(mac.home, { rules: [ruleOf('away', 'contains:away', autoReply('I am away'))] })
  await until(() => changes() > before)
  for (let answers = 0; ; answers++) {
    // The other side is such a bridge as well: it answers what is sent to it.
    const { guid } = mac.messages.receive({ from: anna, text: 'I am away, too' })
    await until(() => journal.outcome(guid) === 'relayed')
    if (firingsIn(mac.home).at(-1) === 'held_back') break
    await until(() => answersOn(mac) === answers + 1)
    bridge.pass(61_000)
  }
  expect(answersOn(mac)).toBe(10)
})

test('a held reply waits in the outbox, is sent only when the owner presses, and counts as a reply', async () => {
  await using relay = await bridgeHere()
  await using web = await webHere({ over: relay.mac })
  const browser = await signIn(web)
  const admin = createClient({ baseUrl: web.url, key: await keyWith(web, browser, ['read', 'admin']) })
  await admin.change_settings({ relay: { scope: 'everyone' } })
  // biome-ignore lint/suspicious/noThenProperty: a word of the rule, which nobody awaits
  const action = { ...autoReply('I am away'), then: 'hold' } as const
  const { id } = await admin.add_rule({ name: 'Away', conditions: 'contains:away', action })
  await until(async () => {
    relay.mac.messages.receive({ from: anna, text: 'are you away?' })
    return until(() => firingsIn(relay.mac.home).includes('claimed'), { withinMs: 500 }).then(
      () => true,
      () => false,
    )
  })
  await until(async () => (await admin.list_outbox({})).length === 1)
  const [held] = await admin.list_outbox({})
  expect(held).toMatchObject({ asker: { is: 'rule', id, name: 'Away' }, handle: anna, text: 'I am away', reason: null })
  const dayMs = Date.parse(held?.expires_at ?? '') - Date.parse(held?.created_at ?? '')
  expect(dayMs).toBe(24 * 3_600_000)
  relay.pass(3 * 60_000)
  relay.mac.messages.receive({ from: ben, text: 'away as well?' })
  await until(async () => (await admin.list_outbox({})).length === 2)
  expect([answersOn(relay.mac), new Set(firingsIn(relay.mac.home))]).toEqual([0, new Set(['claimed'])])
  const press = { id: held?.id ?? '', version: held?.version ?? '' }
  await expect(admin.release_held({ ...press, always: true })).rejects.toMatchObject({
    code: 'invalid_request',
    details: { path: 'always' },
  })
  await admin.release_held(press)
  const [other] = await admin.list_outbox({})
  await admin.refuse_held({ id: other?.id ?? '' })
  await until(() => firingsIn(relay.mac.home).toString() === 'done,failed', {
    describe: () => firingsIn(relay.mac.home).toString(),
  })
  expect(answersOn(relay.mac)).toBe(1)
})

test('no rule can post to the service itself, whatever port it listens on', async () => {
  await using relay = await bridgeHere()
  await using web = await webHere({ over: relay.mac })
  const { configFile, logFile } = dirOf(relay.mac.home)
  saveConfig(configFile, { rules: [ruleOf('circle', 'contains:text', { type: 'webhook', url: `${web.url}/login` })] })
  await until(() => {
    relay.mac.messages.receive({ from: anna, text: 'text' })
    return until(() => countsIn(relay.mac.home).get('circle') !== undefined, { withinMs: 500 }).then(
      () => true,
      () => false,
    )
  })
  await until(() => readFileSync(logFile, 'utf8').includes('rule circle: its webhook was given up'))
  await expect.poll(() => readFileSync(logFile, 'utf8')).toMatch(/egress_refused: .*leads to this service itself/)
})
