/** The MCP server over standard input and output, until either is closed or a signal ends it. */
import { once } from 'node:events'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { mcpServer } from './server.ts'

export interface ServeOptions {
  base: string
  apiKey: string | undefined
  version: string
  /** For people: standard output belongs to the protocol. */
  tell(line: string): void
}

const answerWithinMs = 60_000

export async function serveMcp({ tell, ...options }: ServeOptions): Promise<void> {
  const ended = new AbortController()
  const around =
    (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
    (input, init) =>
      fetch(input, { ...init, signal: AbortSignal.any([ended.signal, AbortSignal.timeout(answerWithinMs)]) })
  const handle = serveStdio(() => mcpServer({ ...options, around }), {
    // What was sent may hold messages, so it is not repeated.
    onerror: ({ name }) => tell(`The other side sent something that is not MCP, or is gone (${name}).`),
  })
  await firstOf(ended.signal)
  ended.abort()
  await handle.close()
  process.stdin.destroy()
}

/** A stream that fails has ended, too. */
async function firstOf(signal: AbortSignal): Promise<void> {
  const { stdin, stdout } = process
  await Promise.race([
    ...(['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map((name) => once(process, name, { signal })),
    ...[once(stdin, 'end', { signal }), once(stdin, 'close', { signal }), once(stdout, 'close', { signal })],
  ]).catch(() => undefined)
}
