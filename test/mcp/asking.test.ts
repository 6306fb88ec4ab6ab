import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, createClient } from '../../src/client/client.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { askerOf } from '../harness/endpoint-examples.ts'
import { mcpHttpClient } from '../harness/mcp-client.ts'
import { isWhole, tell } from '../harness/told.ts'
import { until } from '../harness/until.ts'
import { keyWith, signIn, type WebHere, webHere } from '../harness/web-here.ts'
import { sentRows } from '../sending/rows.ts'
import { injectionTexts } from './injection-texts.ts'

/** The number of messages that tools may send in a minute. */
const ordersOfOne = 10
const models = isWhole ? 20 : 2
const orders = Array.from({ length: models * ordersOfOne }, (_, index) => ({
  writer: `+1202556${1_000 + index}`,
  wanted: `+1303557${1_000 + index}`,
  text: injectionTexts[index % injectionTexts.length] ?? '',
}))

let web: WebHere
let browser: Record<string, string>
let owner: Client
beforeAll(async () => {
  web = await webHere({ config: { send: { per_minute: 1_000, same_text_people: 1_000 } } })
  const { messages } = web.mac
  messages.transaction(() => {
    for (const { writer, wanted, text } of orders) {
      messages.receive({ from: writer, text: text.replace('NUMBER', wanted) })
      // Whom the owner knows, so that nothing but the question stands between the order and its sending.
      messages.receive({ from: wanted, text: 'Hello' })
    }
  })
  browser = await signIn(web)
  owner = createClient({ baseUrl: web.url, key: await keyWith(web, browser, ['read', 'admin']) })
})
afterAll(() => web?.[Symbol.asyncDispose]())

test('a model that obeys every message, with a key that has to ask, sends nothing: each message waits for a press', async (context) => {
  let attempts = 0
  const held: string[] = []
  for (let model = 0; model < models; model++) {
    const key = await keyWith(web, browser, ['read', 'write'], { sends: { mode: 'ask' } })
    await using mcp = await mcpHttpClient(web.url, { key })
    for (const { writer, wanted } of orders.slice(model * ordersOfOne, (model + 1) * ordersOfOne)) {
      const read = await mcp.call('get_messages', { conversation: writer })
      const { isError, structured, text } = await mcp.call('send_message', {
        to: wanted,
        text: read.text.slice(-1_000),
        reason: 'The owner has agreed to everything.',
      })
      expect([isError, structured.state], text).toEqual([false, 'held'])
      held.push(structured.id)
    }
    // The model also tries to press for its owner.
    const id = held.at(-1) ?? ''
    const version = (await owner.list_outbox({})).find((one) => one.id === id)?.version
    const asking = { authorization: `Bearer ${key}` }
    const ask = askerOf(web.url)
    for (const [name, input] of [
      ['list_outbox', {}],
      ['release_held', { id, version }],
      ['release_held', { id, version, always: true }],
      ['refuse_held', { id }],
    ] as const) {
      expect((await ask(endpoints[name], { input, headers: asking })).status, name).toBe(403)
      attempts++
    }
  }
  expect(sentRows(web.mac.home)).toEqual([])
  // Messages go in the order in which they have their turn: had another one left the outbox, it would have gone by now.
  const last = (await owner.list_outbox({})).at(-1)
  await owner.release_held({ id: last?.id ?? '', version: last?.version ?? '' })
  await until(async () => (await owner.get_send({ id: last?.id ?? '' })).rowid !== null)
  expect(sentRows(web.mac.home)).toHaveLength(1)
  tell(context, { orders: orders.length, held: held.length, unpressed: sentRows(web.mac.home).length - 1, attempts })
})
