import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleFile } from '../../simulator/media/sample-files.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { keyWith, searchable, signIn, type WebHere, webHere } from '../harness/web-here.ts'

const photo = sampleFile('jpeg', 1)
const [anna, ben] = ['+12025550123', '+12025550145']

let web: WebHere
let browser: Record<string, string>
let [limited, unlimited, writing, admin] = ['', '', '', '']

beforeAll(async () => {
  web = await webHere()
  const { messages, contacts } = web.mac
  contacts.onMyMac.add({ firstName: 'Anna', phones: [anna], photo: photo.bytes })
  contacts.onMyMac.add({ firstName: 'Ben', phones: [ben] })
  messages.receive({ from: anna, text: 'Hello, your code is 482913' })
  messages.receive({ from: ben, text: 'Hello hidden' })
  messages.receive({ from: ben, files: [photo] })
  await searchable(web, 2)
  browser = await signIn(web)
  limited = await keyWith(web, browser, ['read', 'write'], {
    people: { only: [anna] },
    one_time_codes: 'hide',
    sends: { mode: 'ask' },
  })
  unlimited = await keyWith(web, browser, ['read'])
  writing = await keyWith(web, browser, ['write'])
  admin = await keyWith(web, browser)
})
afterAll(async () => web?.[Symbol.asyncDispose]())

const idOf = (key: string): string => key.slice('svc_'.length, 'svc_'.length + 8)
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const through = (key: string) => ({ ...browser, 'x-as-key': idOf(key) })
const get = async (path: string, headers: Record<string, string>) => {
  const response = await fetch(`${web.url}${path}`, { headers })
  return { status: response.status, body: await response.json() }
}

test('the owner who views as a key gets what the key gets, under every grant', async () => {
  const paths = [
    '/api/v1/conversations',
    `/api/v1/conversations/${encodeURIComponent(`any;-;${anna}`)}/messages`,
    `/api/v1/conversations/${encodeURIComponent(`any;-;${ben}`)}/messages`,
    '/api/v1/contacts',
    '/api/v1/search?q=hello',
    '/api/v1/stats',
    '/api/v1/settings',
    '/api/v1/sends',
    '/api/v1/deliveries',
    '/api/v1/keys',
    '/api/v1/outbox',
  ]
  for (const key of [limited, unlimited])
    for (const path of paths) expect(await get(path, through(key)), path).toEqual(await get(path, bearer(key)))
  const { body } = await get(paths[1] ?? '', through(limited))
  expect(JSON.stringify(body)).toContain('your code is ••••••')
  expect(JSON.stringify(await get('/api/v1/search?q=hello', through(limited)))).not.toContain('hidden')
})

test('a view as a key allows only what the key may read, even if the key may send or administer', async () => {
  expect((await get('/api/v1/conversations', through(writing))).status).toBe(403)
  expect((await get('/api/v1/conversations', through(admin))).status).toBe(200)
  for (const path of ['/api/v1/keys', '/api/v1/outbox', '/api/v1/settings'])
    expect((await get(path, through(admin))).status, path).toBe(403)
  expect((await get('/api/ui/session', through(limited))).body).toMatchObject({
    mode: 'session',
    scopes: ['read'],
    as_key: { id: idOf(limited), grant: { people: { only: [anna] } }, names: { [anna]: 'Anna' } },
  })
  expect((await get('/api/ui/session', browser)).body).toMatchObject({ as_key: null })
})

test('a view as a key cannot change anything, at any endpoint', async () => {
  const before = JSON.stringify(await get('/api/v1/settings', browser))
  for (const [name, { method, path }] of Object.entries(endpoints)) {
    if (method === 'GET') continue
    const url = `${web.url}${path.replaceAll(/\{\w+\}/g, '1')}`
    expect((await fetch(url, { method, headers: through(limited) })).status, name).toBe(403)
  }
  expect(JSON.stringify(await get('/api/v1/settings', browser))).toBe(before)
})

test('only the owner can view as a key', async () => {
  const as = { 'x-as-key': idOf(limited) }
  for (const key of [limited, unlimited, admin])
    expect((await get('/api/v1/conversations', { ...bearer(key), ...as })).status).toBe(403)
  expect((await get('/api/v1/conversations', as)).status).toBe(401)
  for (const id of ['00000000', '', limited, `${idOf(limited)}, ${idOf(limited)}`])
    expect((await get('/api/v1/conversations', { ...browser, 'x-as-key': id })).status, id).toBe(404)
})

test('pictures, for which a browser sends no header, name the key in their address and are answered as for the key', async () => {
  const rows = (await get(`/api/v1/conversations/${encodeURIComponent(`any;-;${ben}`)}/messages`, browser)).body
  const ofBen = (rows as { attachments: { url: string }[] }[]).flatMap((row) => row.attachments)[0]?.url ?? ''
  const ofAnna = `/api/v1/contacts/${encodeURIComponent(anna)}/avatar`
  const status = async (path: string, headers: Record<string, string>) =>
    (await fetch(`${web.url}${path}`, { headers })).status
  for (const path of [ofBen, ofAnna]) {
    expect(await status(path, browser), path).toBe(200)
    for (const key of [limited, unlimited, writing])
      expect(await status(`${path}?as_key=${idOf(key)}`, browser), path).toBe(await status(path, through(key)))
    expect(await status(`${path}?as_key=${idOf(admin)}`, bearer(admin)), path).toBe(403)
    expect(await status(`${path}?as_key=00000000`, browser), path).toBe(404)
  }
  expect(await status(`${ofBen}?as_key=${idOf(limited)}`, browser)).toBe(404)
  expect(await status(`${ofAnna}?as_key=${idOf(limited)}`, browser)).toBe(200)
})

test('a view does not count as use of the key, and ends with its grant', async () => {
  const fresh = await keyWith(web, browser, ['read'], { people: { only: [anna] } })
  const [id, ending] = [idOf(fresh), new AbortController()]
  const stream = await fetch(`${web.url}/api/v1/events`, { headers: through(fresh), signal: ending.signal })
  expect(stream.status).toBe(200)
  const all = async () => {
    let told = ''
    for await (const chunk of stream.body ?? []) told += Buffer.from(chunk).toString()
    return told
  }
  const told = all()
  const changed = await fetch(`${web.url}/api/v1/keys/${id}`, {
    method: 'PUT',
    headers: { ...browser, 'content-type': 'application/json' },
    body: JSON.stringify({ grant: { people: { only: [ben] } } }),
  })
  expect(changed.status).toBe(200)
  expect(await told).toContain('no_longer_admitted')
  const { body } = await get('/api/v1/keys', browser)
  const key = (body as { id: string; last_used_on: string | null }[]).find((one) => one.id === id)
  expect(key?.last_used_on).toBeNull()
})
