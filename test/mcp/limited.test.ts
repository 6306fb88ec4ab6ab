import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { GivenGrant } from '../../src/contract/grant.ts'
import { tools } from '../../src/mcp/tools/index.ts'
import { type McpClient, mcpClient, mcpHttpClient } from '../harness/mcp-client.ts'
import { keyWith, searchable, signIn, type WebHere, webHere } from '../harness/web-here.ts'

const [anna, ben, dora, stranger] = ['+12025550123', '+12025550145', '+12025550147', '+12025550999']

let web: WebHere
let browser: Record<string, string>
beforeAll(async () => {
  web = await webHere({
    config: {
      send: { per_minute: 1_000, same_text_people: 1_000 },
      integrations: { stats: { enabled: true } },
      whitelist: { handles: [anna, ben] },
    },
  })
  const { messages, contacts } = web.mac
  contacts.onMyMac.add({ firstName: 'Anna', lastName: 'Berg', phones: [anna] })
  contacts.onMyMac.add({ firstName: 'Ben', lastName: 'Hidden', phones: [ben] })
  messages.receive({ from: anna, text: 'The boat leaves at nine' })
  messages.receive({ from: anna, text: 'Your code is 493817' })
  messages.receive({ from: ben, text: 'The boat is full' })
  await searchable(web, 3)
  browser = await signIn(web)
})
afterAll(() => web?.[Symbol.asyncDispose]())

describe.each(['stdio', 'HTTP'] as const)('a limited key by %s', (by) => {
  async function toolsFor(grant: GivenGrant): Promise<McpClient> {
    const key = await keyWith(web, browser, ['read', 'write'], grant)
    return by === 'stdio' ? mcpClient(web.mac.home, { env: { SERVICE_API_KEY: key } }) : mcpHttpClient(web.url, { key })
  }
  let mcp: McpClient
  beforeAll(async () => {
    mcp = await toolsFor({ people: { only: [anna, dora] }, one_time_codes: 'hide', sends: { mode: 'ask' } })
  })
  afterAll(() => mcp?.[Symbol.asyncDispose]())

  test('is offered all tools, and each counts and lists only its part', async () => {
    expect(await mcp.tools()).toEqual(tools.map(({ name }) => name))
    const { structured } = await mcp.call('get_statistics', { range: '24h' })
    expect(structured).toMatchObject({
      sent_total: 0,
      received_total: 2,
      top_contacts: [{ name: 'Anna Berg', count: 2 }],
    })
    expect((await mcp.call('list_whitelist')).structured.entries).toMatchObject([{ handle: anna }])
    expect((await mcp.call('list_deliveries')).structured.deliveries).toEqual([])
  })

  test('reads and finds its part of the messages, and nothing else exists for it', async () => {
    const { structured } = await mcp.call('list_conversations')
    expect(structured.conversations.map(({ handle }: { handle: string }) => handle)).toEqual([anna])
    for (const conversation of [anna, 'Anna Berg']) {
      const read = await mcp.call('get_messages', { conversation })
      expect(read.structured).toMatchObject({
        messages: [{ text: 'The boat leaves at nine' }, { text: 'Your code is ••••••' }],
        scheduled: [],
      })
    }
    const found = await mcp.call('search_messages', { query: 'boat' })
    expect(found.structured.results).toMatchObject([{ conversation_guid: `any;-;${anna}` }])
    expect((await mcp.call('get_contact', { query: 'Anna' })).structured.contacts).toHaveLength(1)
    expect((await mcp.call('get_contact', { query: 'Ben' })).structured.contacts).toEqual([])
    const [hidden, missing] = [
      await mcp.call('get_messages', { conversation: ben }),
      await mcp.call('get_messages', { conversation: stranger }),
    ]
    expect([hidden.isError, hidden.text]).toEqual([true, missing.text])
    expect((await mcp.call('get_messages', { conversation: 'Ben Hidden' })).text).toMatch(/^invalid_request: Nobody/)
  })

  test('has its messages wait for the owner, and the result says so', async () => {
    for (const to of [anna, dora]) {
      const sent = await mcp.call('send_message', { to, text: `Hi by ${by}`, reason: 'It was asked for' })
      expect([sent.isError, sent.structured.state]).toEqual([false, 'held'])
      expect(sent.text).toMatch(/^held: .*Not sent yet: it waits until the owner/)
      expect(await held(sent.structured.id)).toMatchObject({ text: `Hi by ${by}`, reason: 'It was asked for' })
    }
  })

  test('cannot write to people that it does not see, no more than to strangers', async () => {
    const [hidden, missing] = [ben, stranger].map((to) => mcp.call('send_message', { to, text: 'Hi' }))
    expect(await hidden).toMatchObject({ isError: true, text: expect.stringMatching(/^forbidden: .*Nothing was sent/) })
    expect((await hidden)?.text).toBe((await missing)?.text)
  })

  test('is offered no tool that sends if it may send nothing, and is told why', async () => {
    await using silent = await toolsFor({ sends: { mode: 'never' } })
    expect(await silent.tools()).not.toContain('send_message')
    expect((await silent.call('send_message', { to: anna, text: 'Hi' })).text).toMatch(/^forbidden: .*send nothing/)
    expect((await silent.call('get_messages', { conversation: ben })).isError).toBe(false)
  })

  test('reads and writes under ids if it sees neither names nor addresses', async () => {
    await using blind = await toolsFor({
      people: { only: [anna] },
      fields: { names: false, handles: false },
      sends: { mode: 'ask' },
    })
    const { structured, text } = await blind.call('list_conversations')
    const { handle } = structured.conversations[0]
    expect([handle, text]).toEqual([
      expect.stringMatching(/^person-[a-p]{16}$/),
      expect.not.stringMatching(/Anna|2025550/),
    ])
    const read = await blind.call('get_messages', { conversation: handle })
    expect(read.structured.messages).toHaveLength(2)
    const sent = await blind.call('send_message', { to: handle, text: 'Hi by id' })
    expect([sent.isError, sent.structured.state]).toEqual([false, 'held'])
    expect(`${read.text} ${sent.text}`).not.toMatch(/Anna|2025550/)
  })
})

async function held(id: string): Promise<unknown> {
  const response = await fetch(`${web.url}/api/v1/outbox`, { headers: browser })
  return ((await response.json()) as { id: string }[]).find((each) => each.id === id)
}
