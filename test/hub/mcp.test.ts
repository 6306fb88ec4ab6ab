import { basename, dirname } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { runHere } from '../../src/cli/test-run-here.ts'
import { closedAfterAll } from '../harness/closed-after-all.ts'
import { type HubHere, hubHere, type MacHere, macHere } from '../harness/hub-here.ts'
import { hasHubServers, type Postgres, postgres } from '../harness/hub-servers.ts'
import { type McpClient, mcpClient, mcpHttpClient } from '../harness/mcp-client.ts'
import { until } from '../harness/until.ts'

const [anna, ben] = ['+12025550123', '+12025550145']

describe.runIf(hasHubServers)('MCP on a hub', () => {
  let server: Postgres
  let hub: HubHere
  let macs: MacHere[]
  let mcp: McpClient
  let base: string
  const shared = closedAfterAll()
  beforeAll(async () => {
    server = await shared(postgres())
    hub = await shared(hubHere(server))
    macs = [await shared(macHere()), await shared(macHere())]
    macs[0]?.bridge.mac.messages.receive({ from: anna, text: 'the harbour at nine' })
    macs[1]?.bridge.mac.messages.receive({ from: anna, text: 'the office is closed' })
    macs[1]?.bridge.mac.messages.receive({ from: ben, text: 'bring the harbour map' })
    for (const [n, name] of ['home', 'office'].entries()) await hub.connectMac(name, macs[n] as MacHere)
    const { url, client, base: folder } = await hub.web()
    base = folder
    await until(async () => (await client.search({ q: 'harbour' })).results.length === 2)
    mcp = await shared(mcpHttpClient(url))
  })

  const ownOf = (mac: number) =>
    macs[mac]?.bridge.mac.messages.db.prepare('SELECT ROWID FROM message WHERE is_from_me = 1').all() ?? []

  test('offers the tools that a hub can serve, over all lines', async () => {
    const tools = await mcp.tools()
    expect(tools).toEqual(
      expect.arrayContaining(['list_conversations', 'search_messages', 'get_messages', 'send_message']),
    )
    const { structured: counted } = await mcp.call('get_statistics', { range: 'all' })
    expect(counted).toMatchObject({ enabled: true, received_total: expect.any(Number), relay: { delivered: 0 } })
    expect(counted.received_total).toBeGreaterThan(1)
    const { structured: found } = await mcp.call('search_messages', { query: 'harbour' })
    expect(JSON.stringify(found)).toContain('the harbour at nine')
    expect(JSON.stringify(found)).toContain('bring the harbour map')
    const { structured: read } = await mcp.call('get_messages', { conversation: ben })
    expect(JSON.stringify(read)).toContain('bring the harbour map')
  })

  test('sends from the line that was last in contact with somebody, or from the named one, and to no stranger', async () => {
    const sent = await mcp.call('send_message', { to: ben, text: 'on my way' })
    expect(sent).toMatchObject({
      isError: false,
      structured: { to: expect.any(String), chat_guid: expect.stringMatching(/^2~/) },
    })
    expect(await mcp.call('send_message', { to: '+12025550999', text: 'hello' })).toMatchObject({ isError: true })
    const other = await mcp.call('send_message', { to: anna, text: 'from home', from: 'home' })
    expect(other).toMatchObject({ isError: false, structured: { chat_guid: expect.stringMatching(/^1~/) } })
    await until(() => ownOf(0).length === 1 && ownOf(1).length === 1)
  })

  test('is served over standard input and output from the folder of the hub, by a key that `--setup` makes there', async () => {
    const home = dirname(base)
    const set = await runHere(home, ['mcp', '--setup', '--write'], { SERVICE_DIR: base })
    expect(set.stdout).toContain(`kept in ~/${basename(base)}/keys/mcp: they may read and send`)
    expect(set.stdout).toContain(`"SERVICE_DIR": "${base}"`)
    await using local = await mcpClient(home, { env: { SERVICE_DIR: base } })
    expect(await local.tools()).toEqual(await mcp.tools())
    const { structured } = await local.call('list_conversations')
    expect(structured.conversations.map(({ line }: { line: string }) => line).toSorted()).toEqual([
      'home',
      'office',
      'office',
    ])
    expect(await local.call('send_message', { to: ben, text: 'as the office', from: 'office' })).toMatchObject({
      isError: false,
      structured: { chat_guid: expect.stringMatching(/^2~/) },
    })
  })
})
