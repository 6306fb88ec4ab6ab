import type { TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleFile } from '../../../simulator/media/sample-files.ts'
import { FullMessage } from '../../../src/compat/bluebubbles/shapes.ts'
import { rawClient, type SocketClient, socketClient, type Told, textsOf } from '../../harness/bluebubbles-client.ts'
import { type BlueBubblesHere, blueBubblesHere } from '../../harness/bluebubbles-here.ts'
import { type BridgeHere, bridgeHere } from '../../harness/bridge-here.ts'
import { pollingClient, websocketClient } from '../../harness/library-free-sockets.ts'
import { until } from '../../harness/until.ts'

const [anna, ben] = ['+12025550123', '+12025550144']
const config = { relay: { scope: 'everyone', poll_interval_s: 0.1 } }

let bridge: BridgeHere
let here: BlueBubblesHere

beforeAll(async () => {
  bridge = await bridgeHere({ config })
  bridge.mac.messages.receive({ from: anna, text: 'Before' })
  await until(() => bridge.journal.count('relayed') === 1)
  here = await blueBubblesHere({ over: bridge.mac, config })
}, 120_000)

afterAll(async () => {
  await here?.[Symbol.asyncDispose]()
  await bridge?.[Symbol.asyncDispose]()
})

const connected = async (client: SocketClient): Promise<SocketClient> => {
  await until(() => client.socket.connected)
  return client
}

const withPassword = (name = 'password') => ({ query: { [name]: here.password } })

/** A client that continues for none of the others: with the same password, it is told apart by what it calls itself. */
const ofItsOwn = (name: string) => ({ ...withPassword(), extraHeaders: { 'user-agent': name } })

const arrives = (told: readonly Told[], ...texts: string[]) =>
  until(() => JSON.stringify(textsOf(told)) === JSON.stringify(texts), {
    describe: () => `${JSON.stringify(texts)}; arrived: ${JSON.stringify(textsOf(told))}`,
  })

const find = async (told: readonly Told[], type: string, change?: string) => {
  const isIt = (one: Told) => one.type === type && (change === undefined || one.data.change === change)
  await until(() => told.some(isIt), { describe: () => `${type} among ${told.map((one) => one.type)}` })
  return told.find(isIt)?.data
}

const faultsOf = (schema: TSchema, value: unknown) =>
  [...Value.Errors(schema, value)].map(({ path, message }) => `${path} ${message}`)

test('clients receive new messages by polling, by WebSocket and without a library, under each name of the password', async () => {
  using polling = await connected(socketClient(here.url, { ...withPassword('guid'), transports: ['polling'] }))
  using websocket = await connected(socketClient(here.url, { ...withPassword('token'), transports: ['websocket'] }))
  using photon = await connected(socketClient(here.url, { auth: { apiKey: here.password } }))
  using inHeader = await connected(
    socketClient(here.url, { extraHeaders: { authorization: `Bearer ${here.password}` } }),
  )
  const raw = rawClient(here.url, here.password)
  await raw.ready
  const { guid } = bridge.mac.messages.receive({ from: anna, text: 'Hello' })
  for (const { told } of [polling, websocket, photon, inHeader, raw]) await arrives(told, 'Hello')
  expect(photon.told[0]?.type).toBe('auth-ok')
  const [message] = websocket.told.map(({ data }) => data)
  expect(faultsOf(FullMessage, message)).toEqual([])
  expect(message).toMatchObject({
    guid,
    isFromMe: false,
    handle: { address: anna },
    chats: [{ guid: expect.stringContaining(anna), style: 45 }],
  })
  expect(raw.told[0]?.data).toEqual(message)
  raw.socket.close()
})

test('own messages, reactions, changes and membership of a group arrive as their own kinds of event', async () => {
  using client = await connected(socketClient(here.url, ofItsOwn('events')))
  const { messages } = bridge.mac
  const mine = messages.send({ to: anna, text: 'Mine' })
  expect(await find(client.told, 'new-message')).toMatchObject({ text: 'Mine', isFromMe: true })
  messages.delivered({ message: mine.guid })
  const delivered = await find(client.told, 'updated-message', 'delivered')
  const { change: _, ...whole } = delivered
  expect(faultsOf(FullMessage, whole)).toEqual([])
  expect(delivered).toMatchObject({ guid: mine.guid, isDelivered: true, chats: [{ style: 45 }] })
  messages.readByRecipient({ message: mine.guid })
  expect((await find(client.told, 'updated-message', 'read')).dateRead).toEqual(expect.any(Number))
  messages.tapback({ from: anna, target: mine.guid, kind: 'love' })
  await until(() => client.told.some(({ data }) => data?.associatedMessageType === 'love'))
  const theirs = messages.receive({ from: anna, text: 'Theirs' })
  await arrives(
    client.told.filter(({ data }) => data?.associatedMessageType === null),
    'Mine',
  )
  await until(() => client.texts().includes('Theirs'))
  messages.edit({ message: theirs.guid, text: 'Theirs, edited' })
  expect(await find(client.told, 'updated-message', 'edited')).toMatchObject({ text: 'Theirs, edited' })
  messages.markChatRead({ chat: theirs.chatGuid ?? '' })
  expect(await find(client.told, 'chat-read-status-changed')).toEqual({
    chatGuid: expect.stringContaining(anna),
    read: true,
  })
  const group = messages.createGroup({ members: [anna, ben], name: 'Climbing' })
  messages.renameGroup({ chat: group.guid, name: 'Bouldering', by: anna })
  expect(await find(client.told, 'group-name-change')).toMatchObject({ itemType: 2, groupTitle: 'Bouldering' })
  messages.addParticipant({ chat: group.guid, who: '+12025550177', by: anna })
  expect(await find(client.told, 'participant-added')).toMatchObject({ chats: [{ style: 43 }] })
  expect(client.told.filter(({ type }) => type === 'group-name-change')).toHaveLength(1)
})

test('a message is emitted once its attachments are there, and later messages of its conversation after it', async () => {
  using client = await connected(socketClient(here.url, ofItsOwn('attachments')))
  const { messages } = bridge.mac
  const file = {
    ...sampleFile('heic', 1),
    guid: 'at_0_6A5BCE1D-36F2-4D4C-9A40-06B0FD1A7B13',
    state: 'waiting' as const,
  }
  const { guid } = messages.receive({ from: anna, text: 'Look', files: [file] })
  messages.receive({ from: ben, text: 'Elsewhere' })
  await arrives(client.told, 'Elsewhere')
  messages.attachmentArrives({ attachmentGuid: file.guid, bytes: file.bytes })
  await arrives(client.told, 'Elsewhere', 'Look')
  expect(client.told.at(-1)?.data).toMatchObject({ guid, attachments: [{ guid: file.guid, transferState: 5 }] })
})

test('a message sent by a client is emitted with its tempGuid', async () => {
  using client = await connected(socketClient(here.url, ofItsOwn('sends')))
  const body = { chatGuid: `iMessage;-;${anna}`, message: 'By the client', tempGuid: 'temp-1' }
  const { status, json } = await here.ask('POST message/text', { body })
  expect([status, json.data?.tempGuid]).toEqual([200, 'temp-1'])
  expect(await find(client.told, 'new-message')).toMatchObject({ guid: json.data.guid, tempGuid: 'temp-1' })
})

test('without a password that may read nothing is emitted, and requests over the socket are refused', async () => {
  using wrong = socketClient(here.url, { query: { password: 'wrong' }, reconnection: false })
  let reason: string | undefined
  wrong.socket.on('disconnect', (why) => {
    reason = why
  })
  await until(() => reason !== undefined)
  expect(reason).toBe('io server disconnect')
  using client = await connected(socketClient(here.url, withPassword()))
  const answer = await client.socket.emitWithAck('get-chats', {})
  expect(answer).toMatchObject({ status: 400, error: { type: 'Validation Error' }, encrypted: false })
  client.socket.emit('get-server-metadata')
  expect(await find(client.told, 'get-server-metadata')).toMatchObject({ status: 400 })
  expect(wrong.told).toEqual([])
})

test.each([
  ['reconnects by itself', { transports: ['websocket'] }, false],
  ['is opened anew', {}, true],
])('a client that %s misses nothing and receives nothing twice', async (name, options, isAnew) => {
  const all = [] as string[]
  const wanted = Array.from({ length: 300 }, (_, at) => `${name} ${at}`)
  let client = await connected(socketClient(here.url, { ...withPassword(), ...options }))
  const collect = (one: SocketClient) =>
    one.socket.on('new-message', ({ text }) => text.startsWith(name) && all.push(text))
  collect(client)
  for (const [at, text] of wanted.entries()) {
    bridge.mac.messages.receive({ from: at % 3 === 0 ? anna : ben, text })
    if (at % 15 !== 14) continue
    // The cut comes sometimes while events arrive, sometimes later.
    await until(() => all.length >= at - 10 * (at % 2))
    if (isAnew) {
      client.socket.disconnect()
      client = socketClient(here.url, { ...withPassword(), ...options })
      collect(client)
    } else client.socket.io.engine.close()
  }
  await until(() => new Set(all).size >= wanted.length, { describe: () => `${all.length} of ${wanted.length}` })
  client.socket.disconnect()
  expect(all.toSorted()).toEqual(wanted.toSorted())
})

test.each([
  ['without a library', () => websocketClient(here.url, here.password, 4)],
  ['of the second release by websocket', () => websocketClient(here.url, here.password, 3)],
  ['of the second release by polling', () => pollingClient(here.url, here.password)],
])('a client %s misses nothing and receives nothing twice when its connection is cut', async (name, connect) => {
  using client = connect()
  await until(client.isOpen)
  const wanted = Array.from({ length: 300 }, (_, at) => `${name} ${at}`)
  for (const [at, text] of wanted.entries()) {
    bridge.mac.messages.receive({ from: at % 3 === 0 ? anna : ben, text })
    if (at % 15 !== 14) continue
    await until(client.isOpen)
    // The cut comes sometimes while events arrive, sometimes later.
    await until(() => ofThis(client.texts, name).length >= at - 10 * (at % 2))
    client.cut()
  }
  await until(() => new Set(ofThis(client.texts, name)).size >= wanted.length, {
    describe: () => `${ofThis(client.texts, name).length} of ${wanted.length}`,
  })
  expect(ofThis(client.texts, name).toSorted()).toEqual(wanted.toSorted())
})

const ofThis = (texts: readonly string[], name: string) => texts.filter((text) => text.startsWith(`${name} `))

test('a revoked key loses its sockets', async () => {
  using client = await connected(
    socketClient(here.url, { query: { password: here.readingPassword }, reconnection: false }),
  )
  await here.web.client.revoke_key({ id: here.readingPassword.slice(4, 12) })
  await until(() => !client.socket.connected)
})
