import { Value } from '@sinclair/typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clearFaults, setFault } from '../../../simulator/programs/faults.ts'
import { FullChat, FullMessage } from '../../../src/compat/bluebubbles/shapes.ts'
import { type BlueBubblesHere, blueBubblesHere } from '../../harness/bluebubbles-here.ts'

const [anna, ben, stranger] = ['+12025550123', '+12025550144', '+12025550199']
let here: BlueBubblesHere
let group: { guid: string; identifier: string }

beforeAll(async () => {
  here = await blueBubblesHere({ config: { send: { per_minute: 1_000, confirm_timeout_s: 2 } } })
  here.mac.messages.receive({ from: anna, text: 'hello' })
  group = here.mac.messages.createGroup({ members: [anna, ben], name: 'Climbing' })
  here.mac.messages.receive({ from: ben, chat: group.guid, text: 'to all' })
}, 120_000)

afterAll(() => here[Symbol.asyncDispose]())

const post = (path: string, body: unknown) => here.ask(`POST ${path}`, { body })
const sentWith = (text: string) =>
  here.mac
    .rows('SELECT text, attributedBody FROM message WHERE is_from_me = 1')
    .filter(({ text: written, attributedBody }) =>
      String(written ?? Buffer.from((attributedBody as Uint8Array) ?? []).toString('latin1')).includes(text),
    ).length

test('a text is sent to the same chat under every spelling, and the response is its row', async () => {
  for (const [n, chatGuid] of [`iMessage;-;${anna}`, `any;-;${anna}`, `SMS;-;${anna}`, `RCS;-;${anna}`].entries()) {
    const { status, json } = await post('message/text', { chatGuid, tempGuid: `temp-${n}`, message: `greeting ${n}` })
    expect([status, json.message], chatGuid).toEqual([200, 'Message sent!'])
    expect([...Value.Errors(FullMessage, json.data)], chatGuid).toEqual([])
    expect(json.data).toMatchObject({
      tempGuid: `temp-${n}`,
      text: `greeting ${n}`,
      isFromMe: true,
      chats: [{ chatIdentifier: anna, style: 45 }],
    })
  }
  const toGroup = await post('message/text', {
    chatGuid: `any;+;${group.identifier}`,
    tempGuid: 'g',
    message: 'all of you',
  })
  expect(toGroup.json.data).toMatchObject({ chats: [{ guid: group.guid, style: 43 }] })
})

test('the same tempGuid sends once, whether used ten times at once or again later', async () => {
  const order = { chatGuid: `iMessage;-;${anna}`, tempGuid: 'temp-once', message: 'only once' }
  const answers = await Promise.all(Array.from({ length: 10 }, () => post('message/text', order)))
  expect(new Set(answers.map(({ json }) => json.data?.guid)).size).toBe(1)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(sentWith('only once')).toBe(1)
  const { guid } = answers[0]?.json.data ?? {}
  expect((await post('message/text', order)).json.data.guid).toBe(guid)
  const other = await post('message/text', { ...order, message: 'other words' })
  expect(other).toMatchObject({
    status: 400,
    json: { error: { message: 'Message is already queued to be sent! (Temp GUID: temp-once)' } },
  })
})

test('a client that names no tempGuid gets one, and a plain form is accepted like JSON', async () => {
  const { json } = await post('message/text', { chatGuid: `iMessage;-;${anna}`, message: 'without' })
  expect(json.data.tempGuid).toMatch(/^temp-/)
  const form = await fetch(`${here.url}/api/v1/message/text?password=${here.password}`, {
    method: 'POST',
    body: new URLSearchParams({ chatGuid: `iMessage;-;${anna}`, message: 'by form', method: 'private-api' }),
  })
  expect(await form.json()).toMatchObject({
    status: 200,
    message: expect.stringMatching(/^Message sent! .*without the Private API/),
    data: { text: 'by form' },
  })
})

test('a request that cannot be sent as it is is refused before anything is sent', async () => {
  const chatGuid = `iMessage;-;${anna}`
  const refused = async (body: object) => (await post('message/text', body)).json.error
  expect(await refused({ message: 'x' })).toEqual({
    type: 'Validation Error',
    message: 'The chatGuid field is required.',
  })
  expect((await refused({ chatGuid })).message).toBe('The message field must be present (but can be empty).')
  expect((await refused({ chatGuid, message: '' })).message).toBe(
    "A 'message' is required when sending via AppleScript",
  )
  expect((await refused({ chatGuid, message: 'x', method: 'pigeon' })).message).toBe('The selected method is invalid.')
  for (const more of [
    { effectId: 'com.apple.MobileSMS.expressivesend.impact' },
    { subject: 'Tea' },
    { selectedMessageGuid: 'A' },
  ])
    expect(await refused({ chatGuid, message: 'not sent', ...more })).toEqual({
      type: 'iMessage Error',
      message: 'iMessage Private API is not enabled!',
    })
  expect(await post('message/text', { chatGuid: 'iMessage;+;chat0', message: 'not sent' })).toMatchObject({
    status: 500,
    json: { message: 'Message Send Error', error: { type: 'iMessage Error', message: 'Chat does not exist!' } },
  })
  expect(sentWith('not sent')).toBe(0)
})

test("a failure is reported with the ledger's reason, and repeating the request changes nothing", async () => {
  setFault(here.mac.home, { name: 'signed-out', times: null })
  const order = { chatGuid: `iMessage;-;${ben}`, tempGuid: 'temp-fails', message: 'never arrives' }
  const failed = await post('message/text', order)
  clearFaults(here.mac.home)
  const again = await post('message/text', order)
  for (const { status, json } of [failed, again])
    expect([status, json.message, json.error?.type]).toEqual([500, 'Message Send Error', 'iMessage Error'])
  expect(again.json.error).toEqual(failed.json.error)
  expect(sentWith('never arrives')).toBe(0)
})

test('a file is sent from a form, with or without a name', async () => {
  const form = (more: Record<string, string>) => {
    const data = new FormData()
    for (const [name, value] of Object.entries({ chatGuid: `iMessage;-;${anna}`, ...more })) data.set(name, value)
    data.set('attachment', new File(['the plan'], 'plan.txt', { type: 'text/plain' }))
    return data
  }
  const named = await here.ask('POST message/attachment', { form: form({ tempGuid: 'file-1', name: 'renamed.txt' }) })
  expect([named.status, named.json.message], named.text).toEqual([200, 'Attachment sent!'])
  expect(named.json.data).toMatchObject({
    tempGuid: 'file-1',
    attachments: [{ transferName: 'renamed.txt', isOutgoing: true }],
  })
  const again = await here.ask('POST message/attachment', { form: form({ tempGuid: 'file-1', name: 'renamed.txt' }) })
  expect(again.json.data.guid).toBe(named.json.data.guid)
  const plain = await here.ask('POST message/attachment', { form: form({}) })
  expect(plain.json.data).toMatchObject({ attachments: [{ transferName: 'plan.txt' }] })
  const empty = new FormData()
  empty.set('chatGuid', `iMessage;-;${anna}`)
  expect((await here.ask('POST message/attachment', { form: empty })).json.error).toEqual({
    type: 'Validation Error',
    message: 'Attachment not provided or was empty!',
  })
})

test('a new chat begins with one person and a message', async () => {
  const { status, json } = await post('chat/new', {
    addresses: [stranger],
    message: 'first words',
    tempGuid: 'new-1',
    service: 'iMessage',
  })
  expect([status, json.message], JSON.stringify(json)).toEqual([200, 'Successfully created chat!'])
  expect([...Value.Errors(FullChat, json.data)]).toEqual([])
  expect(json.data).toMatchObject({
    chatIdentifier: stranger,
    participants: [{ address: stranger }],
    messages: [{ tempGuid: 'new-1', text: 'first words' }],
  })
  const direct = await post('message/text', {
    chatGuid: 'iMessage;-;+12025550177',
    message: 'to a chat that is not there yet',
  })
  expect(direct.json.data).toMatchObject({ chats: [{ chatIdentifier: '+12025550177' }] })
  expect((await post('chat/new', { addresses: [anna, ben], message: 'x' })).json.error.message).toBe(
    'Cannot create group chats on macOS Big Sur or newer!',
  )
  expect((await post('chat', { addresses: [anna] })).status).toBe(500)
  expect((await post('chat/new', { addresses: anna })).json.error.message).toBe('The addresses must be an array.')
})
