import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestOf, sendRaw } from '../harness/raw-http.ts'
import { type WebHere, webHere } from '../harness/web-here.ts'

const tunnel = 'mac.example'

let web: WebHere
beforeAll(async () => {
  web = await webHere({ config: { web: { allowed_hosts: [tunnel] } } })
  web.mac.messages.receive({ from: '+12025550123', text: 'a secret of Anna' })
})
afterAll(() => web?.[Symbol.asyncDispose]())

async function ask(target: string, { host = tunnel, more = [] as string[], method = 'GET', body = '' } = {}) {
  const port = Number(new URL(web.url).port)
  const length = body === '' ? [] : ['content-type: application/json']
  const headers = [`Host: ${host.replace('PORT', String(port))}`, 'connection: close', ...length, ...more]
  const [answer] = await sendRaw(port, requestOf(target, { method, headers, body }))
  return answer
}

test.each([
  ['under its own name', {}],
  ['under our name, as a header tells', { host: '127.0.0.1:PORT', more: ['x-forwarded-for: 203.0.113.9'] }],
])('without a password nobody gets in through a tunnel %s, by the API, by MCP or by the page', async (_how, how) => {
  for (const target of ['/api/v1/conversations', '/api/v1/search?q=secret', '/api/v1/settings', '/api/v1/events'])
    expect([target, (await ask(target, how))?.status]).toEqual([target, 401])
  const initialize = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  const more = [...('more' in how ? how.more : []), 'accept: application/json, text/event-stream']
  expect((await ask('/mcp', { ...how, more, method: 'POST', body: initialize }))?.status).toBe(401)
  const body = JSON.stringify({ handle: '+12025550123', text: 'x' })
  expect((await ask('/api/v1/send', { ...how, method: 'POST', body }))?.status).toBe(401)
  const login = await ask('/login', how)
  expect([login?.status, login?.body]).toEqual([409, expect.stringContaining('service password set')])
})

test('a client on the Mac itself gets in', async () => {
  expect((await ask('/api/v1/conversations', { host: 'localhost:PORT' }))?.status).toBe(200)
})
