/** The SDK's client at the other end of `service mcp`, started as programs start it, or of `/mcp`. */
import { delimiter, join } from 'node:path'
import {
  Client,
  type ClientOptions,
  StreamableHTTPClientTransport,
  type StreamableHTTPClientTransportOptions,
  type Transport,
} from '@modelcontextprotocol/client'
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
  prepare?(client: Client): void
}

interface StdioSetup extends Setup {
  /** Runs the sources by default. */
  command?: readonly string[]
  env?: Record<string, string>
}

interface HttpSetup extends Setup {
  key?: string
  transport?: StreamableHTTPClientTransportOptions
}

const fromSources = [process.execPath, serviceEntry, 'mcp']

export async function mcpClient(home: string, setup: StdioSetup = {}): Promise<McpClient> {
  const { env = {}, command: [program = '', ...args] = fromSources } = setup
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
  return connected(transport, setup, () => stderr)
}

/** Connects to a web process by Streamable HTTP. */
export function mcpHttpClient(url: string, { key, transport, ...setup }: HttpSetup = {}): Promise<McpClient> {
  const requestInit = key === undefined ? {} : { requestInit: { headers: { authorization: `Bearer ${key}` } } }
  return connected(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { ...requestInit, ...transport }), setup)
}

async function connected(
  transport: Transport,
  { options = {}, prepare }: Setup,
  stderr = () => '',
): Promise<McpClient> {
  const client = new Client({ name: 'test', version: '1.0.0' }, options)
  prepare?.(client)
  await client.connect(transport)
  return {
    client,
    stderr,
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    async call(name, given = {}) {
      const { isError = false, structuredContent, content } = await client.callTool({ name, arguments: given })
      const text = content[0]?.type === 'text' ? content[0].text : ''
      return { isError, structured: structuredContent ?? {}, text }
    },
    [Symbol.asyncDispose]: () => client.close(),
  }
}
