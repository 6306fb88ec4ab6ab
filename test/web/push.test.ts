import { createPublicKey, verify } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { createClient } from '../../src/client/client.ts'
import type { Pushed } from '../../src/contract/push.ts'
import { type BridgeHere, bridgeHere } from '../harness/bridge-here.ts'
import { dirOf } from '../harness/bridge-process.ts'
import { type PushAnswer, type PushServiceHere, pushOnLoopback, startPushService } from '../harness/push-service.ts'
import { until } from '../harness/until.ts'
import { keyWith, password, signedIn, signIn, type WebHere, webHere } from '../harness/web-here.ts'

const [anna, ben] = ['+12025550123', '+12025550199']

async function world(answer?: PushAnswer) {
  const bridge = await bridgeHere()
  onTestFinished(() => bridge[Symbol.asyncDispose]())
  const service = await startPushService(answer)
  onTestFinished(() => service[Symbol.asyncDispose]())
  bridge.mac.messages.receive({ from: anna, text: 'Before' })
  await bridge.receives('Before')
  return { bridge, service }
}

const webOver = (bridge: BridgeHere) => webHere({ over: bridge.mac, push: pushOnLoopback })

async function subscribed(web: WebHere, service: PushServiceHere, choices: object = {}) {
  const browser = service.subscribe()
  const { id } = await web.client.add_push_subscription({ ...browser.subscription, ...choices })
  return { ...browser, id }
}

const textsOf = (pushed: readonly Pushed[]) =>
  pushed.map((one) => (one.type === 'message' ? (one.text ?? one.name ?? '') : one.type))

const arrives = (browser: { taken(): Pushed[] }, ...texts: string[]) =>
  until(() => JSON.stringify(textsOf(browser.taken())) === JSON.stringify(texts), {
    describe: () => `${JSON.stringify(texts)}; arrived: ${JSON.stringify(textsOf(browser.taken()))}`,
  })

test('each browser gets what it wants, encrypted, signed and of one length', async () => {
  const { bridge, service } = await world()
  await using web = await webOver(bridge)
  const whole = await subscribed(web, service)
  const byName = await subscribed(web, service, { level: 'sender' })
  const secret = await subscribed(web, service, { level: 'private', language: 'de' })
  const onlyBen = await subscribed(web, service, { people: [ben] })
  const withoutAnna = await subscribed(web, service, { muted: [anna] })
  bridge.mac.messages.receive({ from: anna, text: 'At eight?' })
  await arrives(whole, 'At eight?')
  bridge.mac.messages.receive({ from: ben, text: 'Hello' })
  for (const browser of [onlyBen, withoutAnna]) await arrives(browser, 'Hello')
  await arrives(whole, 'At eight?', 'Hello')
  await arrives(byName, anna, ben)
  await until(() => secret.taken().length === 2)
  expect(secret.taken()[0]).toEqual({
    type: 'message',
    guid: expect.stringContaining(anna),
    rowid: expect.any(Number),
    level: 'private',
    language: 'de',
    unread: expect.any(Number),
    withdraw: [],
  })
  const [first, second] = whole.arrived
  expect(new Set([...whole.arrived, ...secret.arrived].map(({ sealed }) => sealed.length)).size).toBe(1)
  expect(first?.headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    urgency: 'high',
    ttl: expect.stringMatching(/^86\d{3}$/),
    topic: expect.stringMatching(/^[\w-]{32}$/),
  })
  expect(second?.headers.topic).not.toBe(first?.headers.topic)
  await expectSigned(first?.headers.authorization ?? '', web, service)
})

async function expectSigned(header: string, web: WebHere, service: PushServiceHere): Promise<void> {
  const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(header) ?? []
  expect(key).toBe((await web.client.push_key({})).public_key)
  const [head = '', body = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) }
  const publicKey = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const }
  expect(verify('sha256', Buffer.from(`${head}.${body}`), publicKey, Buffer.from(signature, 'base64url'))).toBe(true)
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
  expect(claims).toMatchObject({ aud: service.url, sub: expect.stringMatching(/^https:/) })
  expect(claims.exp * 1_000 - Date.now()).toBeLessThan(24 * 3_600_000)
}

test('a restart neither loses nor repeats a notification', async () => {
  const { bridge, service } = await world()
  const before = await webOver(bridge)
  const browser = await subscribed(before, service)
  bridge.mac.messages.receive({ from: anna, text: 'One' })
  await arrives(browser, 'One')
  await before[Symbol.asyncDispose]()
  bridge.mac.messages.receive({ from: anna, text: 'Two' })
  await bridge.receives('Before', 'One', 'Two')
  const after = await webOver(bridge)
  await arrives(browser, 'One', 'Two')
  await after[Symbol.asyncDispose]()
  await using _ = await webOver(bridge)
  bridge.mac.messages.receive({ from: anna, text: 'Three' })
  await arrives(browser, 'One', 'Two', 'Three')
})

test('a busy push service is tried again, with the newest message of the conversation', async () => {
  let isBusy = true
  const { bridge, service } = await world(() => (isBusy ? { status: 429, headers: { 'retry-after': '0' } } : 201))
  await using web = await webOver(bridge)
  const browser = await subscribed(web, service)
  bridge.mac.messages.receive({ from: anna, text: 'One' })
  await until(() => browser.arrived.length > 0)
  await until(async () => (await web.client.list_push_subscriptions({}))[0]?.trouble === 'busy')
  bridge.mac.messages.receive({ from: anna, text: 'Two' })
  await bridge.receives('Before', 'One', 'Two')
  await until(() => browser.arrived.some(({ contents }) => textsOf([contents])[0] === 'Two'))
  isBusy = false
  await arrives(browser, 'Two')
  await until(async () => (await web.client.list_push_subscriptions({}))[0]?.trouble === null)
})

test('a browser that has unsubscribed at its push service is forgotten, and others still get notifications', async () => {
  const { bridge, service } = await world((contents) =>
    contents.type === 'message' && contents.level === 'sender' ? 410 : 201,
  )
  await using web = await webOver(bridge)
  await subscribed(web, service, { level: 'sender' })
  const other = await subscribed(web, service)
  bridge.mac.messages.receive({ from: anna, text: 'Hello' })
  await arrives(other, 'Hello')
  await until(async () => (await web.client.list_push_subscriptions({})).length === 1)
})

test('read messages are not pushed, and a notification is withdrawn once its message is read', async () => {
  let [isHeld, hasFailed] = [false, false]
  const { bridge, service } = await world(async (pushed) => {
    if (hasFailed || textsOf([pushed])[0] !== 'Read before it is told') return 201
    // It is read before the first attempt fails, so that each further one would come after that.
    isHeld = true
    await until(() => hasFailed)
    return 503
  })
  await using web = await webOver(bridge)
  const browser = await subscribed(web, service)
  const read = async (text: string) => {
    const conversation = (await web.client.list_conversations({})).find(({ last_message }) => last_message === text)
    const { guid, last_message_rowid: rowid } = conversation ?? expect.fail()
    await web.client.mark_read({ guid, rowid })
  }
  bridge.mac.messages.receive({ from: anna, text: 'Read soon' })
  await arrives(browser, 'Read soon')
  await read('Read soon')
  bridge.mac.messages.receive({ from: anna, text: 'Read before it is told' })
  await until(() => isHeld)
  await read('Read before it is told')
  hasFailed = true
  bridge.mac.messages.receive({ from: ben, text: 'Unread' })
  await arrives(browser, 'Read soon', 'Unread')
  const [told, unread] = browser.taken()
  expect(unread).toMatchObject({ withdraw: [told?.type === 'message' && told.guid] })
})

test('a held message is pushed to signed-in browsers that want it, with as much detail as they show', async () => {
  const { bridge, service } = await world()
  await using web = await webOver(bridge)
  const headers = await signIn(web)
  const asking = createClient({
    baseUrl: web.url,
    key: await keyWith(web, headers, ['read', 'write'], { sends: { mode: 'ask' } }),
  })
  const subscribe = async (as: Record<string, string>, choices: object = {}) => {
    const browser = service.subscribe()
    await fetch(`${web.url}/api/v1/push/subscriptions`, {
      method: 'POST',
      headers: { ...as, 'content-type': 'application/json' },
      body: JSON.stringify({ ...browser.subscription, ...choices }),
    })
    return browser
  }
  const whole = await subscribe(headers)
  const byName = await subscribe(headers, { level: 'sender', people: [ben], muted: [anna] })
  const secret = await subscribe(headers, { level: 'private', language: 'de' })
  const unwanted = await subscribe(headers, { held: false })
  const program = await subscribe({ authorization: `Bearer ${await keyWith(web, headers)}` })
  const { id } = await asking.send({ handle: anna, text: 'Pay \u202e001 now' })
  const all = [whole, byName, secret]
  for (const browser of all) await until(() => browser.taken().length === 1)
  const who = { asker: 'read write', name: anna }
  expect(all.map((browser) => browser.taken()[0])).toEqual([
    { type: 'held', id, level: 'rich', language: 'en', ...who, text: 'Pay \\u{202e}001 now' },
    { type: 'held', id, level: 'sender', language: 'en', ...who },
    { type: 'held', id, level: 'private', language: 'de' },
  ])
  bridge.mac.messages.receive({ from: ben, text: 'Later' })
  for (const browser of [...all, unwanted, program]) await until(() => browser.taken().at(-1)?.type === 'message')
  expect([...all, unwanted, program].map((browser) => browser.taken().length)).toEqual([2, 2, 2, 1, 1])
})

test('a subscription ends with its session, its key, and a changed password', async () => {
  const { bridge, service } = await world()
  await using web = await webOver(bridge)
  await subscribed(web, service)
  const first = await signIn(web)
  const as = (headers: Record<string, string>) => ({
    async add() {
      const { subscription } = service.subscribe()
      const response = await fetch(`${web.url}/api/v1/push/subscriptions`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(subscription),
      })
      return ((await response.json()) as { id: string }).id
    },
    async ids() {
      const response = await fetch(`${web.url}/api/v1/push/subscriptions`, { headers })
      return ((await response.json()) as { id: string }[]).map(({ id }) => id)
    },
    remove: (id: string) =>
      fetch(`${web.url}/api/v1/push/subscriptions/${id}`, { method: 'DELETE', headers }).then(({ status }) => status),
  })
  // The one that was made without a password is over since there is one.
  expect(await as(first).ids()).toEqual([])
  const second = await signedIn(web.url)
  const reader = { authorization: `Bearer ${await keyWith(web, first, ['read'])}` }
  const [one, two, three] = [await as(first).add(), await as(second).add(), await as(reader).add()]
  expect((await as(first).ids()).sort()).toEqual([one, two, three].sort())
  expect(await as(reader).ids()).toEqual([three])
  expect([await as(reader).remove(one), await as(first).remove('none')]).toEqual([404, 404])
  await fetch(`${web.url}/logout`, { method: 'POST', headers: second })
  expect((await as(first).ids()).sort()).toEqual([one, three].sort())
  await fetch(`${web.url}/api/v1/keys/${reader.authorization.slice(11, 19)}`, { method: 'DELETE', headers: first })
  expect(await as(first).ids()).toEqual([one])
  await fetch(`${web.url}/api/v1/password`, {
    method: 'PUT',
    headers: { ...first, 'content-type': 'application/json' },
    body: JSON.stringify({ current: password, password: `${password}, and longer` }),
  })
  const third = await fetch(`${web.url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: `${password}, and longer` }),
  })
  expect(await as({ cookie: third.headers.getSetCookie()[0]?.split(';')[0] ?? '' }).ids()).toEqual([])
})

test('a subscription reaches neither the local network nor any address without https', async () => {
  await using web = await webHere()
  await using service = await startPushService()
  const { subscription } = service.subscribe()
  for (const endpoint of ['http://push.example.com/one', 'https://127.0.0.1/one', 'https://nas.local/one', 'nowhere'])
    await expect(web.client.add_push_subscription({ ...subscription, endpoint })).rejects.toMatchObject({
      code: 'invalid_request',
      details: { path: 'endpoint' },
    })
  expect(await web.client.list_push_subscriptions({})).toEqual([])
})

test('a test notification reports its outcome, and neither log nor audit log contains an endpoint, a handle or a text', async () => {
  let status = 201
  const { bridge, service } = await world(() => status)
  const web = await webOver(bridge)
  const browser = await subscribed(web, service, { people: [anna] })
  expect(await web.client.test_push_subscription({ id: browser.id })).toEqual({ state: 'sent', trouble: null })
  expect(browser.taken()).toEqual([{ type: 'test', language: 'en' }])
  status = 403
  expect(await web.client.test_push_subscription({ id: browser.id })).toEqual({ state: 'failed', trouble: 'refused' })
  bridge.mac.messages.receive({ from: anna, text: 'the safe opens with 4711' })
  await until(() => browser.arrived.length === 3)
  await until(() => readFileSync(dirOf(bridge.mac.home).logFile, 'utf8').includes('refused a notification (403)'))
  await web.client.remove_push_subscription({ id: browser.id })
  await web[Symbol.asyncDispose]()
  const { logFile, auditFile, pushFile, pushKeyFile } = dirOf(bridge.mac.home)
  const told = readFileSync(logFile, 'utf8') + readFileSync(auditFile, 'utf8')
  expect(told).toContain('push_removed')
  for (const hidden of [browser.subscription.endpoint, '/push/', '4711', anna, browser.subscription.keys.auth])
    expect(told).not.toContain(hidden)
  expect(readFileSync(pushFile, 'latin1')).not.toContain('4711')
  expect([pushFile, pushKeyFile].map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600])
})
