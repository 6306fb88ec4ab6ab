import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Validator } from '@cfworker/json-schema'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chatDbPath } from '../../simulator/paths.ts'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts'
import type { ErrorCode } from '../../src/contract/errors.ts'
import { errorsOf, openApi } from '../../src/contract/openapi.ts'
import { testFolders } from '../../src/store/test-folder.ts'
import { type BridgeHere, bridgeHere } from '../harness/bridge-here.ts'
import { copyFolder } from '../harness/copy-folder.ts'
import { type Ask, askerOf, type Examples, examplesWith, type Response } from '../harness/endpoint-examples.ts'
import { requestOf, sendRaw } from '../harness/raw-http.ts'
import { until } from '../harness/until.ts'
import { keyWith, password, signedIn, signIn, type WebHere, webHere } from '../harness/web-here.ts'

const folderOfTest = testFolders(afterAll)

const rows = Object.entries(endpoints) as [EndpointName, Endpoint][]
const names = rows.map(([name]) => name)

interface Operation {
  responses: Record<string, { content?: Record<string, { schema?: object }>; headers?: object }>
}
// The document as it is sent over the wire.
const document = JSON.parse(JSON.stringify(openApi('1')))
const operationOf = ({ path, method }: Endpoint): Operation =>
  document.paths[path.replace('*', '{rest}')][method.toLowerCase()]

let bridge: BridgeHere
let web: WebHere
let ask: Ask
let examples: Examples
let key: Record<string, string>

beforeAll(async () => {
  bridge = await bridgeHere()
  const { messages } = bridge.mac
  messages.receive({ from: '+12025550123', text: 'Hello' })
  await bridge.receives('Hello')
  web = await webHere({ over: bridge.mac })
  ask = askerOf(web.url)
  const browser = await signIn(web)
  key = { authorization: `Bearer ${await keyWith(web, browser)}` }
  examples = await examplesWith(ask, key)
})

afterAll(async () => {
  await web?.[Symbol.asyncDispose]()
  await bridge?.[Symbol.asyncDispose]()
})

/** Returns the parts of a response that the document does not describe. */
function undescribed(endpoint: Endpoint, { status, headers, text }: Response): string[] {
  const response = operationOf(endpoint).responses[status]
  if (response === undefined) return [`status ${status}: ${text.slice(0, 200)}`]
  const faults: string[] = []
  if (headers.has('location') && !('Location' in (response.headers ?? {}))) faults.push('Location')
  if (headers.has('retry-after') && !('Retry-After' in (response.headers ?? {}))) faults.push('Retry-After')
  const type = headers.get('content-type')?.split(';')[0] ?? ''
  const described = Object.entries(response.content ?? {}).find(([range]) => fits(type, range))
  if (text !== '' && described === undefined) faults.push(`${status} of type ${type}`)
  const schema = described?.[1].schema
  if (type === 'application/json' && schema !== undefined) {
    const { valid, errors } = validatorOf(schema).validate(JSON.parse(text))
    if (!valid) faults.push(...errors.map(({ instanceLocation, error }) => `${instanceLocation} ${error}`))
  }
  return faults
}

const validators = new Map<object, Validator>()

/** Returns those of the schemas in `#/components/schemas` that this one leads to. */
function componentsOf(schema: object): Record<string, object> {
  const reached: Record<string, object> = {}
  const references = ({ ...from }: object) => JSON.stringify(from).matchAll(/"#\/components\/schemas\/(\w+)"/g)
  const waiting = [...references(schema)]
  for (const [, name = ''] of waiting) {
    if (name in reached) continue
    reached[name] = document.components.schemas[name]
    waiting.push(...references(document.components.schemas[name]))
  }
  return reached
}

/** A validator walks all components when it is made, so it gets those that its schema needs. */
function validatorOf(schema: object): Validator {
  const needed = { ...schema, components: { schemas: componentsOf(schema) } }
  const validator = validators.get(schema) ?? new Validator(needed as never, '2020-12', false)
  validators.set(schema, validator)
  return validator
}

const fits = (type: string, range: string): boolean =>
  range === '*/*' || range === type || (range.endsWith('/*') && type.startsWith(range.slice(0, -1)))

/** These calls end the session that makes them, or change what the others need. */
const last: EndpointName[] = ['change_password', 'end_session', 'logout']
const inOrder = [...rows.filter(([name]) => !last.includes(name)), ...rows.filter(([name]) => last.includes(name))]

const html = { 'content-type': 'application/x-www-form-urlencoded' }
const ways: Record<string, (name: EndpointName) => Promise<Parameters<Ask>[1]>> = {
  'by someone who may': async (name) => ({ input: await examples[name](), headers: key }),
  'by nobody': async (name) => ({ input: await examples[name]() }),
  'by nobody, as a part of a page': async (name) => ({
    input: await examples[name](),
    headers: { 'sec-fetch-dest': 'script' },
  }),
  'with a body of another type': async () => ({ headers: { ...key, 'content-type': 'text/plain' } }),
  'with a body that is empty': async () => ({ headers: { ...key, 'content-type': 'application/json' } }),
  'as a form of HTML': async () => ({ headers: { ...key, ...html } }),
  'with headers that are too long': async () => ({ headers: { ...key, 'x-long': 'x'.repeat(20_000) } }),
}

test.each(Object.entries(ways))('every endpoint, called %s, responds as the document says', async (_way, asked) => {
  const faults: string[] = []
  for (const [name, endpoint] of inOrder.filter(([name]) => !last.includes(name)))
    for (const fault of undescribed(endpoint, await ask(endpoint, await asked(name)))) faults.push(`${name}: ${fault}`)
  expect(faults).toEqual([])
})

test('the document describes not-modified and partial responses and unsatisfiable ranges', async () => {
  const { messages } = bridge.mac
  messages.receive({
    from: '+12025550123',
    text: '',
    files: [{ name: 'plan.txt', bytes: Buffer.from('a plan') }],
  })
  const [{ guid }] = (await ask(endpoints.list_conversations, { headers: key })).json()
  const [attachment] = (await ask(endpoints.list_messages, { input: { guid }, headers: key })).json().at(-1).attachments
  const input = { id: attachment.id }
  const whole = await ask(endpoints.get_attachment, { input, headers: key })
  const kept = { 'if-none-match': whole.headers.get('etag') ?? '' }
  const asked = {
    part: await ask(endpoints.get_attachment, { input, headers: { ...key, range: 'bytes=0-1' } }),
    beyond: await ask(endpoints.get_attachment, { input, headers: { ...key, range: 'bytes=900-' } }),
    kept: await ask(endpoints.get_attachment, { input, headers: { ...key, ...kept } }),
  }
  expect([whole, ...Object.values(asked)].map(({ status }) => status)).toEqual([200, 206, 416, 304])
  for (const response of [whole, ...Object.values(asked)])
    expect(undescribed(endpoints.get_attachment, response)).toEqual([])
})

test('the document describes forms without script and their responses', async () => {
  const post = async (path: '/login' | '/setup', form: Record<string, string>) => {
    const response = await fetch(new URL(path, web.url), {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'manual',
    })
    return { status: response.status, headers: response.headers, text: await response.text(), json: () => null }
  }
  const [wrong, right, over] = [
    await post('/login', { password: 'wrong' }),
    await post('/login', { password, next: '/app/x' }),
    await post('/setup', { token: 'x', password }),
  ]
  expect([wrong.status, right.status, over.status]).toEqual([401, 303, 410])
  expect([wrong, right].flatMap((response) => undescribed(endpoints.login, response))).toEqual([])
  expect(undescribed(endpoints.setup, over)).toEqual([])
  const browser = await signedIn(web.url)
  const leads = await ask(endpoints.login_page, { headers: browser })
  expect([leads.status, ...undescribed(endpoints.login_page, leads)]).toEqual([303])
})

test('every endpoint refuses an unknown Expect header, as the document says', async () => {
  const faults: string[] = []
  for (const [name, endpoint] of rows) {
    const path = endpoint.path.replaceAll(/\{\w+\}|\*/g, 'none')
    const headers = [`host: ${new URL(web.url).host}`, 'expect: banana', 'connection: close']
    const [answer] = await sendRaw(Number(new URL(web.url).port), requestOf(path, { method: endpoint.method, headers }))
    const { status = 0, head = '', body = '' } = answer ?? {}
    const response = { status, text: body, headers: headersIn(head), json: () => JSON.parse(body) }
    if (status !== 417) faults.push(`${name}: ${status}`)
    else faults.push(...undescribed(endpoint, response).map((fault) => `${name}: ${fault}`))
  }
  expect(faults).toEqual([])
})

const headersIn = (head: string): Headers =>
  new Headers(
    head
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]),
  )

/** The ways in which chat.db may be unreadable, with the error codes that callers then get. */
const troubles: Record<string, { codes: readonly ErrorCode[]; make(file: string): void }> = {
  'no database': {
    codes: ['messages_unavailable', 'not_macos'],
    make() {},
  },
  'a folder in its place': {
    codes: ['messages_corrupt'],
    make: (file) => mkdirSync(file),
  },
  'a file that is none': {
    codes: ['messages_corrupt'],
    make: (file) => writeFileSync(file, 'x'.repeat(10_000)),
  },
  'a database of something else': {
    codes: ['messages_schema_unknown'],
    make: (file) => new DatabaseSync(file).exec('CREATE TABLE other (x)'),
  },
}

/** These calls need a plugin that has a slot on the page, and there is none here. */
const untried: EndpointName[] = ['plugin_conversation', 'plugin_call', 'plugin_send_file']

describe('with chat.db unreadable, exactly the endpoints that declare it respond with 503', () => {
  /** Inputs that were found while chat.db could be read. */
  let inputs: Partial<Record<EndpointName, object>>

  beforeAll(async () => {
    const { mac } = bridge
    await ask(endpoints.change_settings, {
      input: {
        relay: { scope: 'whitelist' },
        send: { ui_scripting: true },
        integrations: { stats: { enabled: true } },
      },
      headers: key,
    })
    await until(async () => {
      mac.messages.receive({ from: '+12025550199', text: 'Nobody is relayed now' })
      return (await ask(endpoints.list_blocked, { headers: key })).json().length > 0
    })
    inputs = {}
    for (const name of names) inputs[name] = await examples[name]()
    await web[Symbol.asyncDispose]()
  })

  test.each(Object.entries(troubles))('%s', async (_what, { codes, make }) => {
    const home = folderOfTest()
    copyFolder(bridge.mac.home, home)
    const file = chatDbPath(home)
    for (const path of [file, `${file}-wal`, `${file}-shm`]) rmSync(path, { force: true })
    make(file)
    await using broken = await webHere({ over: { ...bridge.mac, home } })
    const asking = askerOf(broken.url)
    const told: EndpointName[] = []
    for (const [name, endpoint] of rows) {
      const { status, text } = await asking(endpoint, { input: inputs[name], headers: key })
      if (status === 503 && codes.includes(JSON.parse(text).error.code)) told.push(name)
    }
    const documented = rows.filter(([, endpoint]) => codes.some((code) => errorsOf(endpoint).includes(code)))
    expect([...told, ...untried].toSorted()).toEqual(documented.map(([name]) => name).toSorted())
  })
})
