/**
 * Measures the time from the start of `service mcp` until its tools are listed, on which the size of chat.db has no
 * influence.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { installation } from '../../installation.ts'
import { median } from '../../statistics.ts'
import type { Figure } from '../figure.ts'
import { bareStart } from '../floors/bare-start.ts'
import type { SimulatedHome } from '../simulated-relay.ts'

const starts = 5

/** The messages of a client before it requests the tools. */
const opening = [
  {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
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
  return [{ work, measured: median(listed), unit: 'ms', target: 120, floor: await bareStart() }]
}

async function untilListed(home: string): Promise<number> {
  const startMs = performance.now()
  const child = spawn(process.execPath, [installation().entry, 'mcp'], {
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
