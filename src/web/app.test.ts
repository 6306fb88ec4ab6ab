import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { endpoints } from '../contract/endpoints.ts'
import { ServiceError } from '../domain/service-error.ts'
import { testApp } from './test-app.ts'

const get = (app: ReturnType<typeof testApp>['app'], url: string, headers = {}) => app.inject({ url, headers })

test.each([
  ['any;-;+12025550123', 'any%3B-%3B%2B12025550123'],
  ['any;-;+12025550123', 'any;-;+12025550123'],
  ['any;-;a/b@example.org', 'any;-;a%2Fb@example.org'],
  ['any;-;100%25@example.org', 'any;-;100%2525@example.org'],
  ['iMessage;+;chat 1?', 'iMessage;+;chat%201%3F'],
  ['any;-;ünï', 'any;-;%C3%BCn%C3%AF'],
])('the GUID %s is read from the path %s, decoded once', async (guid, written) => {
  const { app, asked } = testApp()
  const { statusCode } = await get(app, `/api/v1/conversations/${written}`)
  expect(statusCode).toBe(200)
  expect(asked).toMatchObject([{ name: 'get_conversation', input: { guid } }])
})

test('path, query and body are one value, with numbers as numbers and defaults filled in', async () => {
  const { app, asked } = testApp()
  await get(app, '/api/v1/conversations/any;-;x/messages?before_rowid=12')
  await app.inject({ method: 'POST', url: '/api/v1/conversations/any;-;x/read', payload: { rowid: 7 } })
  await get(app, '/api/v1/attachments/a?thumb=240')
  expect(asked.map(({ input }) => input)).toEqual([
    { guid: 'any;-;x', limit: 100, before_rowid: 12 },
    { guid: 'any;-;x', rowid: 7 },
    { id: 'a', thumb: 240 },
  ])
})

test('fields that a change leaves out are not filled in with defaults', async () => {
  const { app, asked } = testApp()
  await app.inject({ method: 'PUT', url: '/api/v1/rules/1', payload: { name: 'n' } })
  expect(asked[0]?.input).toEqual({ id: '1', name: 'n' })
})

test.each([
  ['/api/v1/conversations?limit=0', { in: 'query', path: 'limit' }],
  ['/api/v1/conversations?limit=201', { in: 'query', path: 'limit' }],
  ['/api/v1/conversations?limit=1.5', { in: 'query', path: 'limit' }],
  ['/api/v1/conversations?limit=1e1', { in: 'query', path: 'limit' }],
  ['/api/v1/conversations?limit=0x10', { in: 'query', path: 'limit' }],
  ['/api/v1/conversations?limit=', { in: 'query', path: 'limit' }],
  ['/api/v1/conversations?limit=1&limit=2', { in: 'query', path: 'limit' }],
  ['/api/v1/conversations?limits=1', { in: 'query', path: 'limits' }],
  ['/api/v1/conversations?__proto__=1', { in: 'query', path: '__proto__' }],
  ['/api/v1/messages/0/trace', { in: 'path', path: 'rowid' }],
  ['/api/v1/messages/x/trace', { in: 'path', path: 'rowid' }],
  ['/api/v1/search', { in: 'query', path: 'q' }],
  ['/api/v1/attachments/a?thumb=100', { in: 'query', path: 'thumb' }],
])('%s is refused, and the error names the parameter at fault', async (url, details) => {
  const { app, asked } = testApp()
  const response = await get(app, url)
  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({ error: { code: 'invalid_request', details } })
  expect(asked).toEqual([])
})

test.each<[string, string | object, string, number]>([
  ['a number that is text', { rowid: '7' }, 'application/json', 400],
  ['an unknown field', { rowid: 7, more: 1 }, 'application/json', 400],
  ['nothing', '', 'application/json', 400],
  ['a list', [7], 'application/json', 400],
  ['broken JSON', '{"rowid":', 'application/json', 400],
  ['a prototype', '{"rowid":7,"a":{"__proto__":{}}}', 'application/json', 400],
  ['a deep nest', `${'['.repeat(100)}${']'.repeat(100)}`, 'application/json', 400],
  ['text', '{"rowid":7}', 'text/plain', 415],
  ['a form', 'rowid=7', 'application/x-www-form-urlencoded', 415],
  ['too much', `{"rowid":${' '.repeat(1_100_000)}7}`, 'application/json', 413],
])('a body of %s is refused', async (_what, payload, type, status) => {
  const { app, asked } = testApp()
  const url = '/api/v1/conversations/any;-;x/read'
  const response = await app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } })
  expect(response.statusCode).toBe(status)
  expect(Object.keys(response.json().error)).toEqual(expect.arrayContaining(['code', 'message']))
  expect(asked).toEqual([])
})

test('a body that is not UTF-8 is refused', async () => {
  const headers = { 'content-type': 'application/json' }
  const payload = Buffer.from([0x7b, 0xff, 0x7d])
  const response = await testApp().app.inject({ method: 'POST', url: '/api/v1/rules', payload, headers })
  expect(response.statusCode).toBe(400)
})

test('expected failures keep code, message and details, and a wait is sent as a header', async () => {
  const { app } = testApp({
    actions: {
      version() {
        throw new ServiceError('rate_limited', 'Slow down.', { retry_after_s: 1.2 })
      },
    },
  })
  const response = await get(app, '/version')
  expect([response.statusCode, response.headers['retry-after']]).toEqual([429, '2'])
  expect(response.json().error).toMatchObject({ code: 'rate_limited', details: { retry_after_s: 1.2 } })
})

test('an unexpected failure returns only a reference, under which the log has the stack frames', async () => {
  const { app, logged } = testApp({
    actions: {
      version() {
        throw new Error('secret words of +12025550123')
      },
    },
  })
  const response = await get(app, '/version?')
  const { code, details } = response.json().error
  expect([response.statusCode, code]).toEqual([500, 'internal'])
  expect(logged.join()).toContain(details.reference)
  expect(logged.join()).toContain('GET /version')
  expect(logged.join()).toContain('app.test.ts')
  expect(logged.join() + response.body).not.toMatch(/secret|\+1202/)
})

test.each([
  ['an unknown path', 'GET', '/api/v1/nothing'],
  ['a slash too many', 'GET', '/version/'],
  ['a name longer than any', 'GET', `/api/v1/themes/${'a'.repeat(700)}`],
])('%s is not found', async (_what, method, url) => {
  const response = await testApp().app.inject({ method: method as 'GET', url })
  expect(response.statusCode).toBe(404)
  expect(response.json()).toMatchObject({ error: { code: 'not_found' } })
})

test.each(['/api/v1/conversations/%zz', '/%', '/api/v1/conversations/%ff'])(
  'the address %s is refused with the documented error and headers',
  async (url) => {
    const response = await get(testApp().app, url)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ error: { code: 'invalid_request' } })
    expect(response.headers['x-content-type-options']).toBe('nosniff')
  },
)

test.each(['/api/v1/conversations', '/nothing', '/app/plain.css', '/%', '/healthz'])(
  '%s is refused under another host name',
  async (url) => {
    const response = await get(testApp().app, url, { host: 'evil.example' })
    expect(response.statusCode).toBe(421)
  },
)

test('the API responds 401 to an unknown caller, and pages redirect to the login', async () => {
  const { app } = testApp()
  const unknown = { 'x-scopes': '?' }
  expect((await get(app, '/api/v1/conversations', unknown)).statusCode).toBe(401)
  expect((await get(app, '/api/docs', unknown)).statusCode).toBe(401)
  const page = await get(app, '/app/?x=1', unknown)
  expect([page.statusCode, page.headers.location]).toEqual([303, '/login?next=%2Fapp%2F%3Fx%3D1'])
  const script = await get(app, '/app/assets/main.js', { ...unknown, 'sec-fetch-dest': 'script' })
  expect([script.statusCode, script.headers.location]).toEqual([401, undefined])
})

test('bytes are sent with the headers of the action, including ranges and not-modified', async () => {
  const bytes = (status: number, body: unknown) => ({
    status,
    headers: { 'content-type': 'image/png', etag: '"a"' },
    body,
  })
  const answers = [bytes(206, Readable.from(['ab', 'cd'])), bytes(304, null), bytes(200, Buffer.from('xyz'))]
  const { app } = testApp({ actions: { get_attachment: () => answers.shift() } })
  const [part, unchanged, whole] = [
    await get(app, '/api/v1/attachments/a'),
    await get(app, '/api/v1/attachments/a'),
    await get(app, '/api/v1/attachments/a'),
  ]
  expect([part.statusCode, part.body, part.headers['content-type']]).toEqual([206, 'abcd', 'image/png'])
  expect([unchanged.statusCode, unchanged.body]).toEqual([304, ''])
  expect([whole.body, whole.headers['content-security-policy']]).toEqual(['xyz', "sandbox; default-src 'none'"])
})

test('HEAD returns the length and does not read the file', async () => {
  let wasRead = false
  const body = new Readable({
    read() {
      wasRead = true
    },
  })
  const headers = { 'content-length': '1234', 'content-type': 'image/png' }
  const { app } = testApp({ actions: { get_attachment: () => ({ status: 200, headers, body }) } })
  const response = await app.inject({ method: 'HEAD', url: '/api/v1/attachments/a' })
  expect([response.headers['content-length'], response.body, body.destroyed, wasRead]).toEqual([
    '1234',
    '',
    true,
    false,
  ])
})

test('every endpoint has a route, and each response has its security headers', async () => {
  const { app } = testApp()
  for (const [name, { method, path, returns }] of Object.entries(endpoints)) {
    const url = path.replace('{rowid}', '1').replaceAll(/\{\w+\}/g, 'x')
    expect(app.hasRoute({ method, url: path.replaceAll(/\{(\w+)\}/g, ':$1') }), path).toBe(true)
    if (returns.as === 'events') continue
    const { headers } = await app.inject({ method, url })
    const framed = name === 'plugin_frame' ? 'SAMEORIGIN' : 'DENY'
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': framed })
  }
})
