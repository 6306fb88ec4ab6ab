/** Programs that speak MCP: the inspector, and the client of the SDK, each over standard input and output and over HTTP. */
import { dirname } from 'node:path'
import { installation } from '../installation.ts'
import { run } from '../program.ts'
import { type Court, importTool, type Judge, verdictOf } from './judge.ts'
import { programOf } from './tools.ts'

const wantedOf = ({ isHub }: Court): readonly string[] => [
  'list_conversations',
  'get_messages',
  'search_messages',
  'get_contact',
  'list_whitelist',
  'list_deliveries',
  'list_starred',
  'send_message',
  'change_scheduled',
  // Each Mac counts for itself.
  ...(isHub ? [] : ['get_statistics']),
]

const environment = ({ environment: found, key }: Court) => ({
  ...found,
  SERVICE_API_KEY: key,
  PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
})

export const inspector: Judge = {
  name: 'mcp inspector',
  examines: '`service mcp` and `/mcp`: the list of tools, and a call of one',
  tools: ['@modelcontextprotocol/inspector'],
  isForHubs: true,
  async judge(court) {
    const given = Object.entries(environment(court)).flatMap(([name, value]) => ['-e', `${name}=${value}`])
    const header = ['--header', `Authorization: Bearer ${court.key}`]
    const verdicts = [
      await inspected(court, [...given, process.execPath, installation().entry, 'mcp'], []),
      await inspected(court, [`${court.url}/mcp`, '--transport', 'http'], header),
    ]
    return verdictOf(
      verdicts.flatMap(({ findings }) => findings),
      `by both ways lists ${verdicts[0]?.count} tools, and calls one`,
    )
  },
}

async function inspected(court: Court, target: readonly string[], options: readonly string[]) {
  const ask = async (...question: string[]) => {
    const command = [programOf(court.folder, 'mcp-inspector'), '--cli', ...target]
    const { stdout, stderr } = await run([...command, ...question, ...options], {
      cwd: court.work,
      env: { ...process.env, ...environment(court), HOME: court.work },
    })
    if (!stdout.trimStart().startsWith('{')) throw new Error(`${stdout}${stderr}`)
    return JSON.parse(stdout)
  }
  const { tools } = (await ask('--method', 'tools/list')) as { tools: { name: string }[] }
  const called = await ask('--method', 'tools/call', '--tool-name', 'list_conversations')
  const missing = wantedOf(court).filter((name) => !tools.some((tool) => tool.name === name))
  const findings = [...missing.map((name) => `no tool ${name}`), ...(called.isError ? [JSON.stringify(called)] : [])]
  return { findings, count: tools.length }
}

interface Sdk {
  StreamableHTTPClientTransport: new (url: URL, options: object) => object
  Client: new (
    info: object,
  ) => {
    connect(transport: object): Promise<void>
    listTools(): Promise<{ tools: { name: string }[] }>
    callTool(call: object): Promise<{ isError?: boolean; content: unknown }>
    ping(): Promise<unknown>
    close(): Promise<void>
  }
}

interface Stdio {
  StdioClientTransport: new (options: object) => object
}

export const mcpClient: Judge = {
  name: 'mcp client',
  examines: '`service mcp` and `/mcp`: each result by the schema that its tool declares',
  tools: ['@modelcontextprotocol/client'],
  isForHubs: true,
  async judge(court) {
    const { Client, StreamableHTTPClientTransport } = await importTool<Sdk>(court, '@modelcontextprotocol/client')
    const { StdioClientTransport } = await importTool<Stdio>(court, '@modelcontextprotocol/client/stdio')
    const command = { command: process.execPath, args: [installation().entry, 'mcp'] }
    const transports = [
      () => new StdioClientTransport({ ...command, env: environment(court), stderr: 'ignore' }),
      () =>
        new StreamableHTTPClientTransport(new URL(`${court.url}/mcp`), {
          requestInit: { headers: { authorization: `Bearer ${court.key}` } },
        }),
    ]
    const findings: string[] = []
    let count = 0
    for (const transport of transports) {
      const client = new Client({ name: 'judge', version: '1' })
      await client.connect(transport())
      const { tools } = await client.listTools()
      count = tools.length
      findings.push(
        ...wantedOf(court)
          .filter((name) => !tools.some((tool) => tool.name === name))
          .map((name) => `no tool ${name}`),
      )
      for (const call of calls) {
        const { isError, content } = await client.callTool(call)
        if (isError) findings.push(`${call.name}: ${JSON.stringify(content)}`)
      }
      await client.ping()
      await client.close()
    }
    return verdictOf(findings, `by both ways ${count} tools; ${calls.length} results are as declared`)
  },
}

const calls = [
  { name: 'list_conversations', arguments: { limit: 5 } },
  { name: 'search_messages', arguments: { query: 'dinner' } },
  { name: 'list_whitelist', arguments: {} },
]
