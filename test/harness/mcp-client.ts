/** Starts `service mcp` as programs do, with the SDK's client at the other end. */
import { delimiter, join } from 'node:path'
import { Client, type ClientOptions } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { serviceEntry } from './bridge-process.ts'

export interface ToolAnswer {
  isError: boolean
  // biome-ignore lint/suspicious/noExplicitAny: each tool has a shape of its own
  structured: any
  /** The result's text. */
  text: string
}

export interface McpClient extends AsyncDisposable {
  client: Client
  tools(): Promise<string[]>
  call(name: string, given?: Record<string, unknown>): Promise<ToolAnswer>
  stderr(): string
}

interface Setup {
  options?: ClientOptions
  /** Runs the sources by default. */
  command?: readonly string[]
  env?: Record<string, string>
  prepare?(client: Client): void
}

const fromSources = [process.execPath, serviceEntry, 'mcp']

export async function mcpClient(home: string, setup: Setup = {}): Promise<McpClient> {
  const { options = {}, env = {}, prepare, command: [program = '', ...args] = fromSources } = setup
  const transport = new StdioClientTransport({
    command: program,
    args,
    env: { HOME: home, PATH: [join(home, 'bin'), process.env.PATH].join(delimiter), ...env },
    stderr: 'pipe',
  })
  let stderr = ''
  transport.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk
  })
  const client = new Client({ name: 'test', version: '1.0.0' }, options)
  prepare?.(client)
  await client.connect(transport)
  return {
    client,
    stderr: () => stderr,
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    async call(name, given = {}) {
      const { isError = false, structuredContent, content } = await client.callTool({ name, arguments: given })
      const text = content[0]?.type === 'text' ? content[0].text : ''
      return { isError, structured: structuredContent ?? {}, text }
    },
    [Symbol.asyncDispose]: () => client.close(),
  }
}
