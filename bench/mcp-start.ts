/** How soon the tools of `service mcp` are listed, from the start of the process: chat.db has no part in it, however large. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { serviceEntry } from '../test/harness/bridge-process.ts'
import { bareStart } from './harness/bare-start.ts'
import type { Figure } from './harness/figure.ts'
import type { SimulatedHome } from './harness/simulated-relay.ts'
import { median } from './harness/statistics.ts'

const starts = 5

/** What a client says before it asks for the tools. */
const opening = [
  {
    ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
  },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  { jsonrpc: '2.0', id: 2, method: 'tools/list' },
]

export async function mcpStart({ home }: SimulatedHome): Promise<Figure[]> {
  await untilListed(home)
  const listed: number[] = []
  for (let start = 0; start < starts; start++) listed.push(await untilListed(home))
  const work = 'start of service mcp → tools listed, median'
  return [{ work, measured: median(listed), unit: 'ms', target: 400, floor: await bareStart() }]
}

async function untilListed(home: string): Promise<number> {
  const startMs = performance.now()
  const child = spawn(process.execPath, [serviceEntry, 'mcp'], {
    env: { ...process.env, HOME: home },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.write(opening.map((frame) => `${JSON.stringify(frame)}\n`).join(''))
  for await (const line of createInterface({ input: child.stdout })) if (JSON.parse(line).id === 2) break
  const took = performance.now() - startMs
  child.stdin.end()
  await once(child, 'exit')
  return took
}
