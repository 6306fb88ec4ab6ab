import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadConfig } from '../../../src/store/config-in-force.ts'
import { dirOf } from '../../harness/bridge-process.ts'
import { requestOf, sendRaw } from '../../harness/raw-http.ts'
import { keyWith, password, signedIn } from '../../harness/web-here.ts'
import { type WebProcess, webProcess } from '../../harness/web-process.ts'

let web: WebProcess
let browser: Record<string, string>
let key: string

beforeAll(async () => {
  web = await webProcess({ config: { log: { level: 'debug' } } })
  browser = await signedIn(web.url)
  key = await keyWith(web, browser)
})

afterAll(() => web?.[Symbol.asyncDispose]())

const json = { 'content-type': 'application/json' }
const path = '/api/v1/conversations'
const statusOf = async (target: string, headers: Record<string, string> = {}) =>
  (await fetch(`${web.url}${target}`, { headers })).status

test('a key grants access only in its header, neither in an address nor in a cookie', async () => {
  expect(await statusOf(path, { authorization: `Bearer ${key}` })).toBe(200)
  for (const name of ['api_key', 'key', 'token', 'access_token', 'authorization'])
    expect([name, await statusOf(`${path}?${name}=${key}`)]).toEqual([name, 401])
  for (const name of ['service_session', 'api_key', 'authorization'])
    expect([name, await statusOf(path, { cookie: `${name}=${key}` })]).toEqual([name, 401])
  // It is refused even beside a valid credential, because an address is kept in a history.
  expect(await statusOf(`${path}?api_key=${key}`, browser)).toBe(401)
  expect(await statusOf(path, { authorization: `Bearer ${key}`, cookie: `a=${key}` })).toBe(401)
})

test('an unknown key grants no access', async () => {
  const changed = key.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
  const id = key.slice(4, 12)
  const guesses = [
    changed,
    key.slice(0, -1),
    `${key}0`,
    key.toUpperCase(),
    `svc_${id}`,
    `svc_${id}${'0'.repeat(56)}`,
    'svc_',
    '',
    'null',
    'undefined',
    '[object Object]',
    '*',
    '%',
    `${key},${key}`,
    `${key} ${key}`,
  ]
  for (const guess of guesses)
    expect([guess, await statusOf(path, { authorization: `Bearer ${guess}` })]).toEqual([guess, 401])
  for (const scheme of ['Basic', 'Digest', 'Token', 'svc'])
    expect(await statusOf(path, { authorization: `${scheme} ${key}` })).toBe(401)
  const headers = ['host: 127.0.0.1:PORT', `authorization: Bearer ${changed}`, `authorization: Bearer ${key}`]
  const twice = requestOf(path, { headers: [...headers, 'connection: close'] }).replace('PORT', String(web.port))
  expect((await sendRaw(web.port, twice))[0]?.status).toBe(401)
})

/** Resolves once the stream is open; `ended` resolves with everything that it sent. */
async function streamOf(target: string, headers: Record<string, string>): Promise<{ ended: Promise<string> }> {
  const response = await fetch(`${web.url}${target}`, { headers })
  expect(response.status).toBe(200)
  return { ended: response.text() }
}

test('the streams of a key end with the key, and those of a browser with its session', async () => {
  const stolen = await keyWith(web, browser)
  const other = await signedIn(web.url)
  const sessions = (await (await fetch(`${web.url}/api/v1/sessions`, { headers: other })).json()) as {
    id: string
    current: boolean
  }[]
  const session = sessions.find(({ current }) => current)?.id
  const authorization = `Bearer ${stolen}`
  const streams = await Promise.all([
    streamOf('/api/v1/events', { authorization }),
    streamOf('/api/logs', { authorization }),
    streamOf('/api/v1/events', other),
  ])
  for (const target of [`/api/v1/keys/${stolen.slice(4, 12)}`, `/api/v1/sessions/${session}`])
    await fetch(`${web.url}${target}`, { method: 'DELETE', headers: browser })
  const lastWords = await Promise.all(streams.map(({ ended }) => ended))
  for (const text of lastWords)
    expect(text).toContain('event: dropped\ndata: {"type":"dropped","reason":"no_longer_admitted"}')
  expect(await statusOf(path, { authorization })).toBe(401)
  expect(await statusOf(path, other)).toBe(401)
})

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

test('key, password, session and their hashes are never returned, and no file contains them except the hashes in the settings', async () => {
  const dir = dirOf(web.mac.home)
  const login = (given: string) =>
    fetch(`${web.url}/login`, { method: 'POST', headers: json, body: JSON.stringify({ password: given }) })
  await login(`${password} `)
  await fetch(`${web.url}/api/v1/password`, {
    method: 'PUT',
    headers: { ...browser, ...json },
    body: JSON.stringify({ current: 'wrong', password: `${password}!` }),
  })
  const readable = ['settings', 'keys', 'sessions', 'plugins', 'capabilities'].map((name) => `/api/v1/${name}`)
  const pages = [
    '/api/ui/session',
    '/api/ui/setup',
    '/api/ui/logs?limit=1000',
    '/api/ui/slots',
    '/api/openapi.json',
    '/app/',
  ]
  const told = await Promise.all(
    [...readable, ...pages].map(async (target) => (await fetch(`${web.url}${target}`, { headers: browser })).text()),
  )
  await web.stop()

  const { auth } = loadConfig(dir).config
  const token = browser.cookie?.split('=')[1] ?? ''
  const secrets = [key.slice(4 + 8, -8), password, token]
  const hashes = [String(auth.password_hash), ...auth.api_keys.map((each) => each.secret_sha256)]
  expect(hashes.length).toBeGreaterThan(1)
  const files = filesBelow(dir.base).map((file) => [relative(dir.base, file), readFileSync(file, 'latin1')] as const)
  expect(files.length).toBeGreaterThan(8)
  const holding = (secret: string) => files.filter(([, text]) => text.includes(secret)).map(([name]) => name)
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(10)
    expect(holding(secret)).toEqual([])
    expect([...told, web.said()].filter((text) => text.includes(secret))).toEqual([])
  }
  for (const hash of hashes) {
    // The service starts with the copy when the settings are damaged.
    expect(holding(hash)).toContain('config.json')
    expect(holding(hash).filter((name) => !['config.json', 'state/config.last-good.json'].includes(name))).toEqual([])
    expect([...told, web.said()].filter((text) => text.includes(hash))).toEqual([])
  }
})
