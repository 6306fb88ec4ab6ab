/** Runs the MCP server over standard input and output, until either is closed or a signal ends it. */
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { accessOf } from './mcp-access.ts'
import { mcpServer } from './server.ts'
import { type BrokenFrame, wholeFrames } from './whole-frames.ts'

export interface ServeOptions {
  base: string
  apiKey: string | undefined
  version: string
  /** Writes a line for people; standard output belongs to the protocol. */
  tell(line: string): void
}

const respondWithinMs = 60_000

export async function serveMcp({ tell, version, ...options }: ServeOptions): Promise<void> {
  const ended = new AbortController()
  const around =
    (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
    (input, init) =>
      fetch(input, { ...init, signal: AbortSignal.any([ended.signal, AbortSignal.timeout(respondWithinMs)]) })
  const frames = wholeFrames({
    answer: ({ id, code, message }: BrokenFrame) =>
      void process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`),
    onNoise: () => tell('The other side sent something that is not MCP.'),
  })
  process.stdin.pipe(frames)
  const transport = new StdioServerTransport(frames, process.stdout)
  const access = accessOf({ ...options, around })
  const handle = serveStdio(() => mcpServer({ version, access, tell }), {
    transport,
    // The input may contain messages, so it is not repeated.
    onerror: ({ name }) => tell(`The other side sent something that is not MCP, or is gone (${name}).`),
  })
  await Promise.race([
    firstOf(ended.signal),
    finished(frames, { signal: ended.signal }).catch(() => undefined),
    closed(transport),
  ])
  ended.abort()
  await handle.close()
  process.stdin.destroy()
}

/**
 * Resolves when the transport closes for any other reason. Otherwise the process would have nothing left to wait for
 * and would exit with a code that means nothing.
 */
function closed(transport: StdioServerTransport): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { onclose } = transport
  transport.onclose = () => {
    onclose?.()
    resolve()
  }
  return promise
}

/** Treats a stream that fails as ended. */
async function firstOf(signal: AbortSignal): Promise<void> {
  const { stdin, stdout } = process
  await Promise.race([
    ...(['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map((name) => once(process, name, { signal })),
    once(stdin, 'close', { signal }),
    once(stdout, 'close', { signal }),
  ]).catch(() => undefined)
}
