import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runHere } from '../../src/cli/test-run-here.ts'
import { type Client, createClient } from '../../src/client/client.ts'
import type { GivenGrant } from '../../src/contract/grant.ts'
import type { KeyActivity } from '../../src/contract/key-activity.ts'
import { dirOf } from '../harness/bridge-process.ts'
import { mcpHttpClient } from '../harness/mcp-client.ts'
import { until } from '../harness/until.ts'
import { keyWith, searchable, signIn, type WebHere, webHere } from '../harness/web-here.ts'

const [anna, ben] = ['+12025550123', '+12025550145']
let web: WebHere
let browser: Record<string, string>
let admin: Client

beforeAll(async () => {
  web = await webHere({ config: { send: { per_minute: 1_000, same_text_people: 1_000 } } })
  for (const text of ['one', 'two', 'three']) web.mac.messages.receive({ from: anna, text })
  web.mac.messages.receive({ from: ben, text: 'a secret of Ben' })
  web.mac.contacts.onMyMac.add({ firstName: 'Anna', lastName: 'Berg', phones: [anna] })
  await searchable(web, 4)
  browser = await signIn(web)
  admin = createClient({ baseUrl: web.url, key: await keyWith(web, browser, ['read', 'admin']) })
})
afterAll(async () => await web?.[Symbol.asyncDispose]())

async function keyThat(grant?: GivenGrant) {
  const key = await keyWith(web, browser, ['read', 'write'], grant)
  const id = key.slice(4, 12)
  return { key, id, client: createClient({ baseUrl: web.url, key }), activity: () => admin.key_activity({ id }) }
}
const guidOf = (handle: string) => `any;-;${handle}`
const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    ({ code }) => code,
  )
const marksOf = ({ marks }: Pick<KeyActivity, 'marks'>) => marks.map(({ kind }) => kind)
const audited = () => readFileSync(dirOf(web.mac.home).auditFile, 'utf8')

test('reads of a key are counted by day and conversation, whatever protocol it uses', async () => {
  const { key, client, activity } = await keyThat()
  expect((await activity()).days).toEqual([])
  await client.list_conversations({})
  await client.list_messages({ guid: guidOf(anna) })
  await client.search({ q: 'secret' })
  await using mcp = await mcpHttpClient(web.url, { key })
  await mcp.call('get_messages', { conversation: ben })
  const { days, last_used_at } = await activity()
  expect(days).toHaveLength(1)
  expect(days[0]).toMatchObject({ day: new Date().toISOString().slice(0, 10), refused: 0 })
  expect(days[0]?.requests).toBeGreaterThanOrEqual(4)
  expect(days[0]?.conversations.map(({ name, messages }) => [name, messages])).toEqual([
    ['Anna Berg', 3],
    [ben, 2],
  ])
  expect(Math.abs(Date.now() - Date.parse(last_used_at ?? ''))).toBeLessThan(60_000)
})

test('the first send and the first attempt to reach a hidden person are marked once, until they are seen', async () => {
  const { id, client, activity } = await keyThat({ people: { only: [anna] }, sends: { mode: 'ask' } })
  expect(await codeOf(client.get_conversation({ guid: guidOf('+12025550999') }))).toBe('conversation_not_found')
  expect(marksOf(await activity())).toEqual([])
  for (let n = 0; n < 2; n++) {
    expect(await codeOf(client.list_messages({ guid: guidOf(ben) }))).toBe('conversation_not_found')
    await client.send({ handle: anna, text: `Hi ${n}` })
  }
  const { marks, sends } = await activity()
  expect(marks).toMatchObject([
    { kind: 'first_send', seen: false },
    { kind: 'hidden_person', seen: false },
  ])
  expect(sends).toMatchObject([
    { state: 'held', name: 'Anna Berg' },
    { state: 'held', name: 'Anna Berg' },
  ])
  const listed = async () => (await admin.list_keys({})).find((key) => key.id === id)?.marks
  expect(await listed()).toHaveLength(2)
  expect((await admin.see_key_marks({ id })).marks).toEqual([])
  expect([await listed(), (await activity()).marks.every(({ seen }) => seen)]).toEqual([[], true])
  expect(audited()).toContain(`"action":"key_marked","principal":"key:${id}","target":"hidden_person"`)
})

test('a request for a hidden message by its number and a send to a hidden person count as attempts', async () => {
  const [hidden] = await admin.list_messages({ guid: guidOf(ben) })
  const one = await keyThat({ people: { only: [anna] } })
  expect(await codeOf(one.client.get_message({ message: String(hidden?.rowid) }))).toBe('message_not_found')
  const other = await keyThat({ people: { only: [anna] } })
  expect(await codeOf(other.client.send({ handle: ben, text: 'Hi' }))).toBe('send_not_granted')
  for (const { activity } of [one, other]) expect(marksOf(await activity())).toEqual(['hidden_person'])
})

test('refusals of a key are counted by code, and audited once a day', async () => {
  const { id, client, activity } = await keyThat({ people: { only: [anna] }, sends: { mode: 'never' } })
  for (let n = 0; n < 3; n++) expect(await codeOf(client.list_plugins({}))).toBe('forbidden')
  expect(await codeOf(client.send({ handle: anna, text: 'Hi' }))).toBe('send_not_granted')
  const { refusals, days } = await activity()
  expect(refusals.map(({ code, times }) => [code, times])).toEqual([
    ['forbidden', 3],
    ['send_not_granted', 1],
  ])
  expect(days[0]?.refused).toBe(4)
  await until(() => audited().includes(`"action":"key_refused","principal":"key:${id}","target":"forbidden"`))
  expect(audited().split(`"principal":"key:${id}","target":"forbidden"`)).toHaveLength(2)
})

test('a paused key is refused with an error of its own everywhere, until it is resumed', async () => {
  const { id, key, client, activity } = await keyThat()
  await using mcp = await mcpHttpClient(web.url, { key })
  const stream = await fetch(`${web.url}/api/v1/events`, { headers: { authorization: `Bearer ${key}` } })
  expect((await admin.change_key({ id, paused: true })).paused).toBe(true)
  expect(await codeOf(client.list_conversations({}))).toBe('key_paused')
  await expect(mcp.call('list_conversations', {})).rejects.toThrow()
  expect(await stream.text()).toContain('no_longer_admitted')
  expect((await activity()).refusals).toMatchObject([{ code: 'key_paused' }])
  expect((await admin.change_key({ id, paused: false })).paused).toBe(false)
  expect(await codeOf(client.list_conversations({}))).toBeUndefined()
  expect(audited()).toContain(`"action":"key_paused"`)
})

test('the command line shows the activity, and can mark it as seen', async () => {
  const { id, client } = await keyThat({ people: { only: [anna] }, sends: { mode: 'ask' } })
  await client.list_messages({ guid: guidOf(anna) })
  await client.send({ handle: anna, text: 'Hi' })
  const { stdout } = await runHere(web.mac.home, ['keys', 'show', id, '--seen'])
  expect(stdout).toMatch(/^\w{8} {2}read write\nReads .*\.\nLast used /)
  expect(stdout).toMatch(/\n {2}Sent for the first time, 2/)
  expect(stdout).toMatch(/\d requests; read 3 messages of Anna Berg \(3\)\n/)
  expect(stdout).toContain('held to Anna Berg')
})

test("neither the log nor the audit log contains anyone's address or text", () => {
  const { logFile, auditFile } = dirOf(web.mac.home)
  for (const file of [logFile, auditFile]) expect(readFileSync(file, 'utf8')).not.toMatch(/2025550|secret of/)
  expect(readFileSync(join(dirOf(web.mac.home).stateDir, 'key_activity.db'), 'latin1')).not.toContain('secret of')
})
