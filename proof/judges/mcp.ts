/** Programs that speak MCP: the inspector, and the client of the SDK, each over standard input and output. */
import { dirname } from 'node:path'
import { installation } from '../installation.ts'
import { run } from '../program.ts'
import { type Court, importTool, type Judge, verdictOf } from './judge.ts'
import { programOf } from './tools.ts'

const wanted = [
  'list_conversations',
  'get_messages',
  'search_messages',
  'get_contact',
  'list_whitelist',
  'list_deliveries',
  'list_starred',
  'get_statistics',
  'send_message',
]

const environment = ({ world, key }: Court) => ({
  HOME: world.home,
  SERVICE_API_KEY: key,
  PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
})

export const inspector: Judge = {
  name: 'mcp inspector',
  examines: '`service mcp`: the list of tools, and a call of one',
  tools: ['@modelcontextprotocol/inspector'],
  async judge(court) {
    const ask = async (...question: string[]) => {
      const given = Object.entries(environment(court)).flatMap(([name, value]) => ['-e', `${name}=${value}`])
      const { entry } = installation()
      const command = [programOf(court.folder, 'mcp-inspector'), '--cli', ...given, process.execPath, entry, 'mcp']
      const { stdout, stderr } = await run([...command, ...question], {
        cwd: court.work,
        env: { ...process.env, ...environment(court), HOME: court.work },
      })
      if (!stdout.trimStart().startsWith('{')) throw new Error(`${stdout}${stderr}`)
      return JSON.parse(stdout)
    }
    const { tools } = (await ask('--method', 'tools/list')) as { tools: { name: string }[] }
    const called = await ask('--method', 'tools/call', '--tool-name', 'list_conversations')
    const missing = wanted.filter((name) => !tools.some((tool) => tool.name === name))
    return verdictOf(
      [...missing.map((name) => `no tool ${name}`), ...(called.isError ? [JSON.stringify(called)] : [])],
      `lists ${tools.length} tools, and calls one`,
    )
  },
}

interface Sdk {
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
  examines: '`service mcp`: each result by the schema that its tool declares',
  tools: ['@modelcontextprotocol/client'],
  async judge(court) {
    const { Client } = await importTool<Sdk>(court, '@modelcontextprotocol/client')
    const { StdioClientTransport } = await importTool<Stdio>(court, '@modelcontextprotocol/client/stdio')
    const client = new Client({ name: 'judge', version: '1' })
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [installation().entry, 'mcp'],
        env: environment(court),
        stderr: 'ignore',
      }),
    )
    const { tools } = await client.listTools()
    const findings = wanted.filter((name) => !tools.some((tool) => tool.name === name)).map((name) => `no tool ${name}`)
    const calls = [
      { name: 'list_conversations', arguments: { limit: 5 } },
      { name: 'search_messages', arguments: { query: 'dinner' } },
      { name: 'list_whitelist', arguments: {} },
    ]
    for (const call of calls) {
      const { isError, content } = await client.callTool(call)
      if (isError) findings.push(`${call.name}: ${JSON.stringify(content)}`)
    }
    await client.ping()
    await client.close()
    return verdictOf(findings, `${tools.length} tools; ${calls.length} results are as declared`)
  },
}
