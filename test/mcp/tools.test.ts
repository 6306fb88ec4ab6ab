import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clearFaults, setFault } from '../../simulator/programs/faults.ts'
import { createClient } from '../../src/client/client.ts'
import { tryLock } from '../../src/store/file-lock.ts'
import { dirOf } from '../harness/bridge-process.ts'
import { type McpClient, mcpClient, mcpHttpClient } from '../harness/mcp-client.ts'
import { anna, mcpWorld } from '../harness/mcp-world.ts'
import { until } from '../harness/until.ts'
import type { WebProcess } from '../harness/web-process.ts'

let web: WebProcess

beforeAll(async () => {
  web = await mcpWorld()
})
afterAll(() => web?.[Symbol.asyncDispose]())

describe.each([
  ['stdio', 'legacy'],
  ['stdio', 'auto'],
  ['HTTP', 'legacy'],
  ['HTTP', 'auto'],
] as const)('by %s, for a client that negotiates: %s', (by, negotiates) => {
  const mode = `${by} ${negotiates}`
  let mcp: McpClient
  beforeAll(async () => {
    const options = { versionNegotiation: { mode: negotiates } }
    mcp = by === 'stdio' ? await mcpClient(web.mac.home, { options }) : await mcpHttpClient(web.url, { options })
  })
  afterAll(() => mcp?.[Symbol.asyncDispose]())

  /** Returns what is said to people: on standard error, or in the log of the web process. */
  const told = () => (by === 'stdio' ? mcp.stderr() : readFileSync(dirOf(web.mac.home).logFile, 'utf8'))

  it('ten tools are listed, with schemas of their params and results and with hints of their effects', async () => {
    const { tools } = await mcp.client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'list_conversations',
      'get_messages',
      'send_message',
      'change_scheduled',
      'search_messages',
      'get_contact',
      'list_whitelist',
      'list_deliveries',
      'list_starred',
      'get_statistics',
    ])
    for (const tool of tools) {
      expect([tool.inputSchema.type, tool.inputSchema.additionalProperties]).toEqual(['object', false])
      expect(tool.outputSchema?.type).toBe('object')
      const sends = ['send_message', 'change_scheduled'].includes(tool.name)
      expect(tool.annotations).toMatchObject({ readOnlyHint: !sends, destructiveHint: sends, openWorldHint: sends })
    }
  })

  it('conversations are listed, and messages read by name, address and GUID', async () => {
    const { structured } = await mcp.call('list_conversations', { limit: 1 })
    expect(structured).toMatchObject({
      untrusted: true,
      conversations: [{ guid: `any;-;${anna}`, display_name: 'Anna Keller' }],
    })
    for (const conversation of ['anna keller', '+1 (202) 555-0123', `iMessage;-;${anna}`]) {
      const read = await mcp.call('get_messages', { conversation })
      expect(read.structured).toMatchObject({
        conversation: { guid: `any;-;${anna}` },
        messages: expect.arrayContaining([expect.objectContaining({ text: 'Bring the tickets', handle: anna })]),
      })
      expect(read.text).toContain('Anna Keller (+12025550123): The boat leaves at nine')
    }
  })

  it('pages lead back until nothing is left', async () => {
    const texts: string[] = []
    let before: number | null | undefined
    do {
      const given = { conversation: anna, limit: 1, ...(before && { before_rowid: before }) }
      const { structured } = await mcp.call('get_messages', given)
      const { messages, before_rowid } = structured
      texts.unshift(...messages.map(({ text }: { text: string }) => text))
      before = before_rowid
    } while (before !== null)
    expect(texts.slice(0, 2)).toEqual(['The boat leaves at nine', 'Bring the tickets'])
  })

  it('messages are found, including those within one conversation', async () => {
    await until(async () =>
      JSON.stringify((await mcp.call('search_messages', { query: 'boat' })).structured).includes('nine'),
    )
    const { structured } = await mcp.call('search_messages', { query: 'boat', conversation: 'Anna Keller' })
    expect(structured).toMatchObject({
      complete: true,
      more: false,
      results: [{ conversation_guid: `any;-;${anna}`, conversation_name: 'Anna Keller' }],
    })
  })

  it('an unknown search condition is reported by name instead of as an empty result', async () => {
    const { isError, text } = await mcp.call('search_messages', { query: 'frm:anna boat' })
    expect([isError, text]).toEqual([true, expect.stringContaining('There is no condition "frm". Did you mean from?')])
  })

  it('a call that is cancelled while its text is queued sends nothing, and reports that', async () => {
    const client = createClient({ baseUrl: web.url })
    const newest = async () => (await client.list_sends({ limit: 1 }))[0]
    const cancelled = () => told().split('A send was cancelled: nothing was sent.').length
    const before = cancelled()
    const lock = tryLock(dirOf(web.mac.home).sendLockFile)
    try {
      const call = new AbortController()
      const called = mcp.client
        .callTool({ name: 'send_message', arguments: { to: anna, text: `Not this: ${mode}` } }, { signal: call.signal })
        .catch((error: unknown) => error)
      await until(async () => (await newest())?.state === 'queued')
      call.abort()
      await called
      await until(async () => (await newest())?.error?.code === 'send_cancelled')
      await until(() => cancelled() > before)
    } finally {
      lock?.release()
    }
    expect((await mcp.call('send_message', { to: anna, text: `But this: ${mode}` })).isError).toBe(false)
    const texts = (await client.list_messages({ guid: `any;-;${anna}` })).map(({ text }) => text)
    expect(texts).toContain(`But this: ${mode}`)
    expect(texts).not.toContain(`Not this: ${mode}`)
    expect((await client.cancel_send({ id: (await newest())?.id ?? '' })).error).toBeNull()
  })

  it('contacts and the whitelist are returned', async () => {
    expect((await mcp.call('get_contact', { query: 'anna' })).structured).toMatchObject({
      contacts: [{ name: 'Anna Keller', handle: anna }],
    })
    expect((await mcp.call('get_contact', { query: 'zoe' })).structured).toMatchObject({ contacts: [] })
    expect((await mcp.call('list_whitelist')).structured).toMatchObject({ entries: [{ handle: '+12025550130' }] })
  })

  it('statistics count relayed messages and messages written', async () => {
    const { structured, text } = await mcp.call('get_statistics', { range: 'all' })
    expect(structured).toMatchObject({ enabled: true, relay: { received: 0, delivered: 0, failed: 0, plugins: [] } })
    expect((structured as { received_total: number }).received_total).toBeGreaterThan(0)
    expect(text).toMatch(/^Relay: 0 messages received, /)
  })

  it('starred messages are listed, also those of one conversation', async () => {
    const client = createClient({ baseUrl: web.url })
    const [message] = await client.list_messages({ guid: `any;-;${anna}`, limit: 1 })
    await client.star_message({ rowid: message?.rowid ?? 0 })
    const { structured, text } = await mcp.call('list_starred', { conversation: 'Anna Keller' })
    expect(structured).toMatchObject({
      starred: [{ conversation_name: 'Anna Keller', message: { text: message?.text } }],
      cursor: null,
    })
    expect(text).toContain(message?.text)
    await client.unstar_message({ rowid: message?.rowid ?? 0 })
    expect((await mcp.call('list_starred')).structured).toMatchObject({ starred: [] })
  })

  it('a text is sent to the named person, and its outcome is returned', async () => {
    const text = `On my way (${mode})`
    const sent = await mcp.call('send_message', { to: 'Anna Keller', text, service: 'iMessage' })
    expect(sent).toMatchObject({ isError: false, structured: { to: 'Anna Keller', handle: anna, service: 'iMessage' } })
    const { structured } = await mcp.call('get_messages', { conversation: anna, limit: 1 })
    expect(structured).toMatchObject({ messages: [{ text, is_from_me: true }] })
  })

  it('a text is scheduled, read with its conversation, moved and cancelled', async () => {
    const text = `Later (${mode})`
    const sent = await mcp.call('send_message', { to: anna, text, send_at: 'P1D' })
    expect(sent.structured).toMatchObject({ state: 'scheduled', to: 'Anna Keller', send_at: expect.any(String) })
    const { id, send_at } = sent.structured
    const read = await mcp.call('get_messages', { conversation: anna })
    expect(read.structured.scheduled).toContainEqual({ id, send_at, state: 'scheduled', text })
    expect(read.text).toContain(`${send_at} scheduled, not sent yet: ${text} (${id})`)
    const refused = await mcp.call('send_message', { to: anna, text, send_at: 'tomorrow' })
    expect([refused.isError, refused.text]).toEqual([true, expect.stringMatching(/^invalid_request: .*send_at/)])
    const moved = await mcp.call('change_scheduled', { id, send_at: 'P2D' })
    expect(moved).toMatchObject({ isError: false, structured: { id, state: 'scheduled' } })
    expect(Date.parse(String(moved.structured.send_at))).toBeGreaterThan(Date.parse(String(send_at)))
    const both = await mcp.call('change_scheduled', { id, cancel: true, send_at: 'P2D' })
    expect(both.text).toMatch(/^invalid_request: .*either/)
    const cancelled = await mcp.call('change_scheduled', { id, cancel: true })
    expect(cancelled.structured).toEqual({ id, state: 'cancelled', send_at: null })
    expect((await mcp.call('change_scheduled', { id, cancel: true })).text).toMatch(/^send_not_found: /)
  })

  it('a text that could not be sent gives an error with its remedy', async () => {
    setFault(web.mac.home, { name: 'automation-denied', times: 1 })
    const { isError, text } = await mcp.call('send_message', { to: anna, text: `denied ${mode}` })
    clearFaults(web.mac.home)
    expect([isError, text]).toEqual([true, expect.stringMatching(/^automation_denied: .*Privacy & Security/)])
  })

  it.each([
    ['get_messages', { conversation: 'Bob' }, /several.*\n- Bob Twice <\+12025550124>\n- Bob Twice <\+12025550125>$/s],
    ['send_message', { to: 'bob twice', text: 'Hi' }, /several.*\n- Bob Twice <\+12025550124>/s],
    ['get_messages', { conversation: 'Zoe' }, /^invalid_request: Nobody .*"Zoe"/],
    ['get_messages', { conversation: 'any;-;+12025550777' }, /^conversation_not_found: /],
    ['get_messages', {}, /^invalid_request: .*conversation/],
    ['get_messages', { conversation: anna, limit: 201 }, /^invalid_request: .*limit/],
    ['get_messages', { conversation: anna, limits: 2 }, /^invalid_request: .*limits/],
    ['list_conversations', { limit: 'many' }, /^invalid_request: .*limit/],
    ['search_messages', { query: 'before:never' }, /^invalid_request: /],
    ['send_message', { to: anna, text: '' }, /^invalid_request: .*text/],
    ['send_message', { to: `any;-;${anna}`, text: 'Hi', service: 'SMS' }, /^invalid_request: .*service/],
  ])('%s %j gives an error that says why', async (name, given, said) => {
    const { isError, text, structured } = await mcp.call(name, given)
    expect([isError, text, structured]).toEqual([true, expect.stringMatching(said), {}])
  })

  it('an unknown tool gives an error of the protocol', async () => {
    await expect(mcp.call('read_mail')).rejects.toMatchObject({ code: -32602 })
  })
})
