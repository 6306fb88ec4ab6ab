import type { TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleFile } from '../../../simulator/media/sample-files.ts'
import { routes } from '../../../src/compat/bluebubbles/routes.ts'
import {
  BlueBubblesAttachment,
  BlueBubblesContact,
  BlueBubblesHandle,
  FullChat,
  FullMessage,
} from '../../../src/compat/bluebubbles/shapes.ts'
import { type BlueBubblesHere, blueBubblesHere } from '../../harness/bluebubbles-here.ts'
import { searchable } from '../../harness/web-here.ts'

const [anna, ben, carla] = ['+12025550123', '+12025550144', 'carla@example.com']
const atMs = Date.UTC(2026, 5, 1, 12)
const minute = (n: number) => atMs + n * 60_000
const picture = sampleFile('heic', 1)

let here: BlueBubblesHere
let group: { guid: string; identifier: string }
let first: { guid: string; rowid: number }
let photo: { guid: string; rowid: number }

beforeAll(async () => {
  here = await blueBubblesHere()
  const { messages, contacts } = here.mac
  contacts.onMyMac.add({ firstName: 'Anna', lastName: 'Bell', phones: ['(202) 555-0123'], photo: picture.bytes })
  first = messages.receive({ from: anna, text: 'We bake a cake', atMs: minute(0) })
  messages.tapback({
    from: anna,
    target: messages.send({ to: anna, text: 'Lovely', atMs: minute(1) }).guid,
    kind: 'love',
    atMs: minute(2),
  })
  photo = messages.receive({
    from: ben,
    files: [{ ...picture, guid: 'at_0_6A5BCE1D-36F2-4D4C-9A40-06B0FD1A7B13' }],
    atMs: minute(3),
  })
  group = messages.createGroup({ members: [anna, ben], name: 'Climbing' })
  messages.receive({ from: ben, chat: group.guid, text: 'to all', atMs: minute(4) })
  messages.receive({ from: carla, text: 'Bread, not cake', atMs: minute(5) })
  await searchable(here.web, 5)
}, 120_000)

afterAll(() => here[Symbol.asyncDispose]())

const get = (path: string) => here.ask(`GET ${path}`)
const post = (path: string, body: unknown) => here.ask(`POST ${path}`, { body })
const direct = (address: string, service = 'iMessage') => `${service};-;${address}`

function fitsAll(schema: TSchema, values: readonly unknown[]): void {
  expect(values.length).toBeGreaterThan(0)
  for (const value of values)
    expect([...Value.Errors(schema, value)].map(({ path, message }) => `${path} ${message}`)).toEqual([])
}

test('the password is accepted under three names in the address and in three headers', async () => {
  const { url, password } = here
  const inHeaders: Record<string, string>[] = [
    { authorization: `Bearer ${password}` },
    { 'x-api-key': password },
    { 'x-password': password },
  ]
  const statuses = await Promise.all([
    ...['guid', 'password', 'token'].map((name) => fetch(`${url}/api/v1/ping?${name}=%20${password}%20`)),
    ...inHeaders.map((headers) => fetch(`${url}/api/v1/ping`, { headers })),
  ])
  expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
  expect(await statuses[0]?.json()).toEqual({ status: 200, message: 'Ping received!', data: 'pong' })
  expect(await here.ask('GET ping', { password: null })).toMatchObject({
    status: 401,
    json: { status: 401, error: { type: 'Authentication Error', message: 'Missing server password!' } },
  })
  // The first name counts, even where another one would be right.
  const wrong = await fetch(`${url}/api/v1/ping?password=${password}&guid=wrong`)
  expect(await wrong.json()).toMatchObject({ status: 401, error: { message: 'Unauthorized' } })
})

test('every route of the table requires a password whose key has the scope', async () => {
  for (const { method, path, scopes, handle } of routes) {
    const what = `${method} ${path.replaceAll(/:\w+/g, 'x')}`
    expect((await here.ask(what, { password: null })).status, what).toBe(401)
    if (!scopes.includes('write')) continue
    const refused = await here.ask(what, { password: here.readingPassword })
    expect([refused.status, refused.json.error.type], what).toEqual([403, 'Authentication Error'])
    expect(handle, what).toBeDefined()
  }
})

test('requests that need the helper inside Messages are refused in the words that clients know', async () => {
  const refused = routes.filter(({ handle }) => handle === undefined)
  expect(refused.length).toBeGreaterThan(28)
  for (const { method, path } of refused) {
    const what = `${method} ${path.replaceAll(/:\w+/g, encodeURIComponent(direct(anna)))}`
    const { status, json } = await here.ask(what)
    expect([status, json.error], what).toEqual([
      500,
      { type: 'iMessage Error', message: 'iMessage Private API is not enabled!' },
    ])
  }
  for (const path of ['message/react', `message/${first.guid}/edit`, `message/${first.guid}/unsend`]) {
    const fields = { chatGuid: direct(anna), selectedMessageGuid: first.guid, reaction: 'love', editedMessage: 'Other' }
    expect((await post(path, fields)).json.error.message, path).toBe('iMessage Private API is not enabled!')
  }
})

test('an unknown route is answered as Koa does, and other origins may call with a password', async () => {
  const { url } = here
  for (const path of ['/api/v1/poll/create', '/elsewhere', '/api/v2/ping']) {
    const response = await fetch(`${url}${path}`)
    expect([response.status, await response.text()]).toEqual([404, 'Not Found'])
  }
  expect((await fetch(`${url}/`)).headers.get('content-type')).toContain('text/html')
  expect((await get('PING/')).json.data).toBe('pong')
  const preflight = await fetch(`${url}/api/v1/message/text`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://chat.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-api-key',
    },
  })
  expect([
    preflight.status,
    preflight.headers.get('access-control-allow-origin'),
    preflight.headers.get('access-control-allow-headers'),
  ]).toEqual([204, 'https://chat.example', 'x-api-key'])
  expect(preflight.headers.get('access-control-allow-credentials')).toBeNull()
  expect((await get('ping?pretty')).text).toContain('\n  "status": 200')
})

test('the server describes itself as the release that the clients were tested with, without the Private API', async () => {
  const { json } = await get('server/info')
  expect(json.data).toMatchObject({ server_version: '1.9.9', private_api: false, helper_connected: false })
  expect(json.data.os_version).toMatch(/^\d+\.\d+/)
  expect(Object.keys(json.data).sort()).toEqual(
    'computer_id detected_icloud detected_imessage helper_connected local_ipv4s local_ipv6s macos_time_sync os_version private_api proxy_service server_version'.split(
      ' ',
    ),
  )
  expect(await get('fcm/client')).toMatchObject({
    status: 404,
    json: { error: { message: 'Google Services file not found.' } },
  })
  expect((await post('fcm/device', { name: 'phone', identifier: 'one' })).status).toBe(200)
  expect((await get('server/update/check')).json.data).toEqual({ available: false, current: '1.9.9', metadata: null })
  const totals = (await get('server/statistics/totals')).json.data
  expect(totals).toMatchObject({ attachments: 1, chats: 4 })
  expect((await get('server/statistics/totals?only=chat,handle')).json.data).toEqual({
    chats: 4,
    handles: totals.handles,
  })
})

test('chats are listed in the declared shape, by ROWID, with the requested parts', async () => {
  const { json } = await post('chat/query', { with: ['lastMessage', 'sms'], limit: '3' })
  fitsAll(FullChat, json.data)
  expect(json.metadata).toEqual({ count: 3, total: 4, offset: 0, limit: 3 })
  const all = (await post('chat/query', {})).json.data
  const rowids = all.map((chat: { originalROWID: number }) => chat.originalROWID)
  expect(rowids).toEqual(rowids.toSorted((a: number, b: number) => b - a))
  expect(all.find((chat: { guid: string }) => chat.guid === group.guid)).toMatchObject({
    style: 43,
    displayName: 'Climbing',
    participants: [{ address: anna }, { address: ben }],
  })
  expect(json.data[0].lastMessage).toMatchObject({ text: 'Bread, not cake' })
  expect((await get('chat?limit=2&sort=lastmessage')).json.data).toHaveLength(2)
  expect((await get('chat/count')).json.data).toMatchObject({ total: 4, breakdown: { iMessage: 4 } })
})

test('every spelling of a GUID, and the ROWID, lead to the same chat', async () => {
  const { originalROWID } = (await get(`chat/${encodeURIComponent(direct(anna))}`)).json.data
  for (const spelling of [
    direct(anna, 'any'),
    direct(anna, 'SMS'),
    direct(anna, 'RCS'),
    direct('2025550123'),
    `${originalROWID}`,
  ])
    expect((await get(`chat/${spelling}?with=participants,lastMessage`)).json.data, spelling).toMatchObject({
      originalROWID,
      style: 45,
      displayName: '',
      participants: [{ address: anna }],
      lastMessage: { associatedMessageType: 'love' },
    })
  expect((await get(`chat/${encodeURIComponent(`any;+;${group.identifier}`)}`)).json.data.guid).toBe(group.guid)
  expect(await get('chat/iMessage;-;+19995550000')).toMatchObject({
    status: 404,
    json: { error: { message: 'Chat does not exist!' } },
  })
  expect((await get(`chat/${encodeURIComponent(group.guid)}/icon`)).status).toBe(404)
})

test('the messages of a chat come in the declared shape, reactions as rows of their own', async () => {
  const path = `chat/${encodeURIComponent(direct(anna))}/message`
  const { json } = await get(
    `${path}?with=attachments,handle,message.attributedBody,message.messageSummaryInfo,message.payloadData&sort=ASC&after=0&before=${Date.now()}&limit=25`,
  )
  fitsAll(FullMessage, json.data)
  expect(json.metadata).toEqual({ offset: 0, limit: 25, total: 3, count: 3 })
  expect(json.data).toMatchObject([
    {
      guid: first.guid,
      originalROWID: first.rowid,
      text: 'We bake a cake',
      isFromMe: false,
      dateCreated: minute(0),
      handle: { address: anna, service: 'iMessage' },
      chats: [{ guid: expect.stringContaining(anna) }],
      attributedBody: [{ string: 'We bake a cake', runs: [{ range: [0, 14] }] }],
    },
    { text: 'Lovely', isFromMe: true },
    { associatedMessageType: 'love', associatedMessageGuid: expect.stringContaining('p:0/') },
  ])
  expect((await get(`${path}?limit=1`)).json.data).toMatchObject([
    { associatedMessageType: 'love', attributedBody: null },
  ])
  expect((await get(`${path}s?after=${minute(1)}&before=${minute(1)}`)).json.data).toMatchObject([{ text: 'Lovely' }])
  expect((await get(`messages?chatGuid=${encodeURIComponent(direct(anna))}&limit=2`)).json.metadata.count).toBe(2)
  const limit = await get(`${path}?limit=1001`)
  expect(limit).toMatchObject({
    status: 400,
    json: { error: { type: 'Validation Error', message: 'The limit may not be greater than 1000.' } },
  })
  expect((await get(`${path}?sort=upwards`)).json.error.message).toBe('The selected sort is invalid.')
})

test('messages are queried by the statements that clients use, and every other statement is refused', async () => {
  const texts = async (where: unknown[], more: object = {}) =>
    (await post('message/query', { where, sort: 'ASC', ...more })).json.data.map(
      (message: { text: string }) => message.text,
    )
  expect(
    await texts([
      { statement: 'message.ROWID > :startRowId', args: { startRowId: first.rowid } },
      { statement: 'message.ROWID <= :endRowId', args: { endRowId: first.rowid + 1 } },
    ]),
  ).toEqual(['Lovely'])
  expect(await texts([{ statement: 'message.text LIKE :term COLLATE NOCASE', args: { term: '%CAKE%' } }])).toEqual([
    'We bake a cake',
    'Bread, not cake',
  ])
  expect(await texts([{ statement: 'message.text LIKE :query', args: { query: '%bake a ca%' } }])).toEqual([
    'We bake a cake',
  ])
  expect(await texts([{ statement: 'message.text = :text', args: { text: 'Lovely' } }])).toEqual(['Lovely'])
  expect(await texts([{ statement: 'message.text = :text', args: { text: 'lovel' } }])).toEqual([])
  expect(await texts([{ statement: 'handle.id = :addr', args: { addr: carla } }])).toEqual(['Bread, not cake'])
  expect(
    await texts([
      { statement: 'chat.guid = :guid', args: { guid: group.guid } },
      { statement: 'message.item_type = 0'.replace('item_type = 0', 'is_from_me = 0'), args: null },
    ]),
  ).toEqual(['to all'])
  expect(await texts([{ statement: 'message.is_from_me = :isFromMe', args: { isFromMe: 1 } }])).toEqual(['Lovely'])
  expect(
    await texts([{ statement: 'message.guid IN (:...guids)', args: { guids: [first.guid, photo.guid] } }]),
  ).toEqual(['We bake a cake', ''])
  expect(
    await texts([{ statement: 'message.associated_message_guid IS NULL', args: null }], { chatGuid: direct(anna) }),
  ).toEqual(['We bake a cake', 'Lovely'])
  expect(await texts([{ statement: 'message.text LIKE :term', args: { term: '%' } }], { limit: 1 })).toEqual([
    'We bake a cake',
  ])
  const everything = await post('message/query', {
    limit: 2,
    with: ['chat', 'chats.participants', 'attachment', 'handle'],
  })
  fitsAll(FullMessage, everything.json.data)
  expect(everything.json).toMatchObject({
    message: 'Successfully fetched messages!',
    metadata: { offset: 0, limit: 2, count: 2, total: expect.any(Number) },
    data: [{ chats: [{ participants: [{ address: carla }] }] }, {}],
  })
  expect(await post('message/query', { chatGuid: direct('+19995550000') })).toMatchObject({
    status: 200,
    json: { data: [] },
  })
  for (const statement of ['1 = 1', 'message.text LIKE :term; DROP TABLE message', 'constructor', '__proto__'])
    expect(
      (await post('message/query', { where: [{ statement, args: { term: 'x' } }] })).json,
      statement,
    ).toMatchObject({
      status: 400,
      error: { type: 'Validation Error' },
    })
  expect((await post('message/query', { with: 'chats' })).json.error.message).toBe('The with must be an array.')
})

test('a message is found by its GUID, and messages are counted', async () => {
  const found = await get(`message/${first.guid}?with=chats,attachments`)
  fitsAll(FullMessage, [found.json.data])
  expect(found.json.data.guid).toBe(first.guid)
  expect(await get('message/nothing')).toMatchObject({
    status: 404,
    json: { error: { type: 'Database Error', message: 'Message does not exist!' } },
  })
  const count = async (path: string) => (await get(path)).json.data.total
  expect(await count(`message/count?chatGuid=${encodeURIComponent(direct(anna))}`)).toBe(3)
  expect(await count(`message/count?minRowId=${first.rowid}&maxRowId=${first.rowid}`)).toBe(1)
  expect(await count('message/count/me')).toBe(1)
  expect(await count(`message/count/updated?after=${Date.now() + 60_000}`)).toBe(0)
  expect((await get('message/count/updated')).json.error.message).toBe('The after field is required.')
})

test('attachments are described, found by each form of their GUID, and converted for clients that cannot show them', async () => {
  const guid = 'at_0_6A5BCE1D-36F2-4D4C-9A40-06B0FD1A7B13'
  const { json } = await get(`attachment/${guid}`)
  fitsAll(BlueBubblesAttachment, [json.data])
  expect(json.data).toMatchObject({
    guid,
    transferName: picture.name,
    totalBytes: picture.bytes.length,
    mimeType: 'image/heic',
  })
  expect((await get(`attachment/${guid.slice(5)}`)).json.data.guid).toBe(guid)
  expect((await get('attachment/count')).json.data.total).toBe(1)
  const bytes = async (query: string) => {
    const response = await fetch(
      `${here.url}/api/v1/attachment/${guid.slice(5)}/download?password=${here.password}${query}`,
    )
    return { type: response.headers.get('content-type'), bytes: Buffer.from(await response.arrayBuffer()) }
  }
  const original = await bytes('&original=true')
  expect([original.type, original.bytes.equals(picture.bytes)]).toEqual(['image/heic', true])
  expect((await bytes('')).type).toBe('image/jpeg')
  expect((await bytes('&width=200&height=200&quality=good')).type).toMatch(/^image\/(png|jpeg)$/)
  expect(await get('attachment/nothing/download')).toMatchObject({
    status: 404,
    json: { error: { message: 'Attachment does not exist!' } },
  })
  expect(await get(`attachment/${guid}/live`)).toMatchObject({
    status: 404,
    json: { error: { message: 'Live photo does not exist for this attachment!' } },
  })
  // Four parts by three make two letters for each, four more and a fifth for the brightness.
  expect((await get(`attachment/${guid}/blurhash`)).json.data).toMatch(/^[\w#$%*+,.:;=?@[\]^{|}~-]{28}$/)
  expect((await get(`attachment/${guid}/download?quality=poor`)).status).toBe(400)
})

test('handles and people of Contacts come in the declared shape', async () => {
  const { json } = await post('handle/query', { limit: 2 })
  fitsAll(BlueBubblesHandle, json.data)
  expect(json.metadata).toEqual({ total: expect.any(Number), offset: 0, limit: 2, count: 2 })
  expect((await get('handle?limit=1')).json.data).toHaveLength(1)
  expect((await get('handle/count')).json.data.total).toBe(json.metadata.total)
  expect((await get(`handle/${encodeURIComponent(anna)}`)).json.data.address).toBe(anna)
  expect((await get('handle/2025550123')).json.data.address).toBe(anna)
  expect(await get('handle/nobody')).toMatchObject({ status: 404, json: { error: { message: 'Handle not found!' } } })
  const contacts = (await get('contact?extraProperties=avatar')).json.data
  fitsAll(BlueBubblesContact, contacts)
  expect(contacts.filter(({ displayName }: { displayName: string }) => displayName === 'Anna Bell')).toMatchObject([
    { displayName: 'Anna Bell', firstName: 'Anna', lastName: 'Bell', avatar: picture.bytes.toString('base64') },
  ])
  expect((await get('contact')).json.data.every(({ avatar }: { avatar: string }) => avatar === '')).toBe(true)
  expect((await post('contact/query', { addresses: [anna] })).json.data).toHaveLength(1)
  expect((await post('contact/query', { addresses: [carla] })).json.data).toEqual([])
  expect((await post('contact/query', { addresses: 'all' })).status).toBe(400)
})

test('marking a chat as read sets this service’s own mark', async () => {
  const chat = direct(ben)
  expect((await here.web.client.get_conversation({ guid: chat })).unread_count).toBe(1)
  expect((await here.ask(`POST chat/${encodeURIComponent(chat)}/read`)).status).toBe(200)
  expect((await here.web.client.get_conversation({ guid: chat })).unread_count).toBe(0)
})
