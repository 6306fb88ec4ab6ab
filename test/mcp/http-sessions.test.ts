import { expect, onTestFinished, test } from 'vitest'
import { type HttpCaller, httpLimits, StreamableHttp } from '../../src/mcp/streamable-http.ts'
import { until } from '../harness/until.ts'

const hourMs = 3_600_000

function served(limits: Partial<typeof httpLimits> = {}) {
  const clock = { nowMs: Date.UTC(2026, 0, 1) }
  const mcp = new StreamableHttp({
    version: '1',
    tell() {},
    nowMs: () => clock.nowMs,
    limits: { ...httpLimits, checkEveryMs: 5, ...limits },
  })
  onTestFinished(() => mcp.close())
  return { mcp, clock }
}

function holder(principal: string) {
  const state = { isAdmitted: true }
  const caller: HttpCaller = {
    principal,
    isAdmitted: () => state.isAdmitted,
    access: () => {
      throw new Error('not asked')
    },
  }
  return { caller, state }
}

async function ask(mcp: StreamableHttp, caller: HttpCaller, body: object, headers: Record<string, string> = {}) {
  const request = new Request('http://localhost/mcp', {
    method: 'POST',
    headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json', ...headers },
  })
  const response = await mcp.respond(request, caller, { jsonrpc: '2.0', id: 1, ...body })
  await response.text()
  return response
}

async function begin(mcp: StreamableHttp, caller: HttpCaller): Promise<string> {
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  return (await ask(mcp, caller, { method: 'initialize', params })).headers.get('mcp-session-id') ?? ''
}

const statusOf = async (mcp: StreamableHttp, caller: HttpCaller, id: string) =>
  (await ask(mcp, caller, { method: 'ping' }, { 'mcp-session-id': id })).status

test('a key has a limited number of sessions, and the least recently used one ends', async () => {
  const { mcp } = served({ sessionsOfCaller: 2 })
  const [{ caller }, other] = [holder('key:a'), holder('key:b')]
  const kept = await begin(mcp, other.caller)
  const [first, second] = [await begin(mcp, caller), await begin(mcp, caller)]
  await statusOf(mcp, caller, first)
  const third = await begin(mcp, caller)
  const statuses = await Promise.all([first, second, third].map((id) => statusOf(mcp, caller, id)))
  expect(statuses).toEqual([200, 404, 200])
  expect(await statusOf(mcp, other.caller, kept)).toBe(200)
})

test('all keys together have a limited number of sessions', async () => {
  const { mcp } = served({ sessions: 3 })
  for (let count = 0; count < 20; count++) await begin(mcp, holder(`key:${count}`).caller)
  expect(mcp.sessionCount).toBe(3)
})

test('an unused session ends soon, and a used one ends after its maximum age', async () => {
  const { mcp, clock } = served()
  const { caller } = holder('key:a')
  const id = await begin(mcp, caller)
  clock.nowMs += 23 * hourMs
  expect(await statusOf(mcp, caller, id)).toBe(200)
  clock.nowMs += 25 * hourMs
  expect(await statusOf(mcp, caller, id)).toBe(404)
  const used = await begin(mcp, caller)
  for (let day = 0; day < 6; day++) {
    clock.nowMs += 23 * hourMs
    expect(await statusOf(mcp, caller, used)).toBe(200)
  }
  clock.nowMs += 23 * hourMs
  clock.nowMs += 23 * hourMs
  await until(() => mcp.sessionCount === 0)
})

test('the sessions of a key that was revoked or has expired end by themselves', async () => {
  const { mcp } = served()
  const [revoked, other] = [holder('key:a'), holder('key:b')]
  await begin(mcp, revoked.caller)
  const kept = await begin(mcp, other.caller)
  revoked.state.isAdmitted = false
  await until(() => mcp.sessionCount === 1)
  expect(await statusOf(mcp, other.caller, kept)).toBe(200)
})
