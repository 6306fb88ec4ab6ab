import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleFile } from '../../../simulator/media/sample-files.ts'
import { httpRequestOf } from '../../../src/client/request.ts'
import type { Endpoint } from '../../../src/contract/endpoint.ts'
import { endpoints } from '../../../src/contract/endpoints.ts'
import { brokenLink } from '../../../src/store/audit-log.ts'
import { readLogLine } from '../../../src/store/log-line.ts'
import { dirOf } from '../../harness/bridge-process.ts'
import { requestOf, sendRaw } from '../../harness/raw-http.ts'
import { password, signedIn } from '../../harness/web-here.ts'
import { type WebProcess, webProcess } from '../../harness/web-process.ts'

/**
 * Would end a line, clear a terminal, set its title, reverse the text and forge an entry if it were written unescaped.
 */
const forged = '{"ts":"2026-01-01T00:00:00.000Z","source":"web","level":"info","msg":"forged"}'
const evil = `x\r\n${forged}\n\u001b[2J\u001b]0;owned\u0007\u009b31m\u0085\u2028\u202e\u0000y`
const [text, handle, contact, file] = [
  'the safe opens with 4711-0815',
  '+12025550123',
  'Wilhelmina Quatermain',
  'ransom.jpg',
]

let web: WebProcess
let browser: Record<string, string>

beforeAll(async () => {
  web = await webProcess({ config: { log: { level: 'debug' } } })
  const { messages, contacts } = web.mac
  contacts.onMyMac.add({ firstName: 'Wilhelmina', lastName: 'Quatermain', phones: [handle] })
  messages.receive({ from: handle, text, files: [{ ...sampleFile('jpeg', 1), name: file }] })
  browser = await signedIn(web.url)
})

afterAll(() => web?.[Symbol.asyncDispose]())

const logFile = () => readFileSync(dirOf(web.mac.home).logFile, 'utf8')
const auditFile = () => readFileSync(dirOf(web.mac.home).auditFile, 'utf8')

async function ask(target: string, { method = 'POST', body }: { method?: string; body?: unknown } = {}) {
  const isForm = body instanceof FormData
  const response = await fetch(`${web.url}${target}`, {
    method,
    headers: { ...browser, ...(!isForm && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  })
  return response.text()
}

/** Checks that no character of the file has an effect on a terminal or an editor. */
function expectHarmless(content: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  expect(content).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/)
  expect(content.endsWith('\n')).toBe(true)
}

test('text from others cannot add a line to the log or the audit log', async () => {
  const encoded = encodeURIComponent(evil)
  for (const path of [
    `/${encoded}`,
    `/api/v1/plugins/${encoded}/enable`,
    `/api/v1/keys/${encoded}`,
    `/app/${encoded}.css`,
  ])
    for (const method of ['GET', 'POST', 'DELETE']) await ask(path, { method })
  for (const place of ['conversations', 'messages', 'attachments', 'contacts', 'sessions', 'rules'])
    await ask(`/api/v1/${place}/${encoded}`, { method: 'GET' })
  await ask('/login', { body: { password: evil, next: evil } })
  const key = JSON.parse(await ask('/api/v1/keys', { body: { label: evil.slice(0, 100), scopes: ['read'] } }))
  await ask(`/api/v1/keys/${key.id}`, { method: 'DELETE' })
  const rule = { name: evil.slice(0, 60), conditions: 'contains:"x"', action: { type: 'auto_reply', body: evil } }
  await ask('/api/v1/rules', { body: rule })
  await ask('/api/v1/rules', { body: { ...rule, conditions: evil } })
  await ask('/api/v1/whitelist/add', { body: { handle: evil } })
  await ask('/api/v1/whitelist/add', { body: { handle: `any;+;${evil}` } })
  await ask('/api/v1/settings', { body: { [evil]: evil } })
  await ask('/api/v1/settings', { body: { integrations: { [evil]: { enabled: false, [evil]: evil } } } })
  await ask('/api/v1/settings', { body: { integrations: { webhook: { [evil]: evil, enabled: false } } } })
  await ask('/api/v1/settings', { body: { relay: { mirror_file: evil } } })
  await ask('/api/v1/settings', { body: { web: { allowed_hosts: [evil] } } })
  // Characters that a header can contain: bytes above ASCII, but no control characters of ASCII.
  const shouted = ['\u009b2Jx', `\u0085${forged}`, 'x\u001b[2J', '\u00ff'.repeat(500)]
  const named = [
    'user-agent',
    'referer',
    'origin',
    'x-forwarded-for',
    'authorization',
    'cookie',
    'content-type',
    'last-event-id',
  ]
  for (const value of shouted)
    for (const name of named) {
      const headers = [`host: 127.0.0.1:${web.port}`, `${name}: ${value}`, 'connection: close']
      await sendRaw(web.port, requestOf('/login', { method: 'POST', headers, body: `{"password":"${password}"}` }))
    }

  const [log, audit] = [logFile(), auditFile()]
  const lines = log.trimEnd().split('\n')
  expect(lines.filter((line) => readLogLine(line) === undefined)).toEqual([])
  expect(lines.map((line) => readLogLine(line)?.msg)).not.toContain('forged')
  expectHarmless(log)
  const entries = audit.trimEnd().split('\n')
  expect(brokenLink(entries)).toBeUndefined()
  for (const entry of entries)
    expect(Object.keys(JSON.parse(entry))).toEqual([
      'ts',
      'action',
      'principal',
      'target',
      'result',
      'address',
      'prev',
      'hash',
    ])
  expect(entries.length).toBeGreaterThan(4)
  expectHarmless(audit)
  expectHarmless(web.said())
})

/** Returns the part of the input that the row of the table accepts. */
function knownOf({ path_params, query, body, upload }: Endpoint, input: object): Record<string, unknown> {
  const fields = [path_params, query, body].flatMap((fields) => Object.keys(fields?.properties ?? {}))
  const names = [...fields, upload]
  return Object.fromEntries(Object.entries(input).filter(([name]) => names.includes(name)))
}

test('after every endpoint was called, neither log nor audit contains a text, a name or a number', async () => {
  const [{ guid }] = JSON.parse(await ask('/api/v1/conversations', { method: 'GET' }))
  const messages = JSON.parse(
    await ask(`/api/v1/conversations/${encodeURIComponent(guid)}/messages`, { method: 'GET' }),
  )
  const { rowid, attachments } = messages[0]
  expect(messages[0]).toMatchObject({ text, sender: contact })
  const inputs = [
    {
      guid,
      rowid,
      id: attachments[0].id,
      handle,
      name: 'webhook',
      q: text,
      conditions: `contains:"${text}"`,
      days: 30,
      text,
      file: new File([text], file),
    },
    {
      guid: handle,
      rowid: 999_999,
      id: handle,
      handle: contact,
      name: text,
      q: `from:"${contact}"`,
      conditions: text,
      days: 1,
      text,
      file: new File([text], file),
    },
  ]
  for (const [name, endpoint] of Object.entries(endpoints) as [string, Endpoint][]) {
    if (['logout', 'change_password', 'setup', 'login', 'end_session'].includes(name)) continue
    if (endpoint.returns.as === 'events') continue
    for (const input of inputs) {
      const { method, path, body } = httpRequestOf(endpoint, knownOf(endpoint, input))
      await ask(path.replace('*', ''), { method, body: typeof body === 'string' ? JSON.parse(body) : body })
    }
  }
  await ask('/api/v1/rules', {
    body: {
      name: contact,
      conditions: `from:"${contact}" AND contains:"${text}"`,
      action: { type: 'auto_reply', body: text },
    },
  })
  await ask('/api/v1/whitelist/add', { body: { handle } })
  await ask('/api/v1/whitelist/add', { body: { handle: guid } })
  await ask('/api/v1/settings', { body: { self_handles: [handle], whitelist: { handles: [handle] } } })
  await ask('/api/v1/whitelist/remove', { body: { handle } })

  const told = `${logFile()}${auditFile()}${web.said()}`
  expect(told).toContain('whitelist_changed')
  expect(told).toContain('"action":"sent"')
  for (const hidden of [text, '4711-0815', handle, handle.slice(-7), contact, 'Quatermain', file])
    expect(told).not.toContain(hidden)
})
