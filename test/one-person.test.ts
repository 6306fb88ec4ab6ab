import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openContacts } from '../simulator/contacts/contacts.ts'
import { play, type Scenario, scenarios } from '../simulator/scenarios/scenarios.ts'
import { runHere } from '../src/cli/test-run-here.ts'
import { unusedPort } from '../src/cli/test-unused-port.ts'
import { toWebhook } from './harness/bridge-process.ts'
import { mcpClient } from './harness/mcp-client.ts'
import { type RelaySetup, relaySetup } from './harness/relay-setup.ts'
import { until } from './harness/until.ts'
import { webHere } from './harness/web-here.ts'

const phone = '+12025550123'
const mail = 'anna@example.org'

/** A card with a number as people type it. */
function knowAnna(home: string): void {
  const contacts = openContacts(home)
  contacts.onMyMac.add({ firstName: 'Anna', lastName: 'Keller', phones: ['(202) 555-0123'], emails: [mail] })
  contacts.close()
}

const settled = (relay: RelaySetup, guids: readonly string[]) =>
  until(() => guids.every((guid) => relay.journal.outcome(guid) !== undefined))

test('one contact with two addresses is one person on every surface', async () => {
  const whitelist = { handles: [phone, mail] }
  await using relay = await relaySetup({ config: { relay: { scope: 'whitelist' }, whitelist }, prepare: knowAnna })
  const { mac, receiver } = relay
  const port = await unusedPort()
  await using web = await webHere({
    over: mac,
    port,
    config: {
      ...toWebhook(receiver.url),
      web: { port },
      relay: { scope: 'whitelist' },
      whitelist,
    },
  })
  const { client } = web
  const byPhone = mac.messages.receive({ from: phone, text: 'boat by phone' })
  mac.messages.receive({ from: mail, text: 'boat by mail' })

  // Relay to a plugin
  await relay.receives('boat by phone', 'boat by mail')
  expect(new Set(receiver.delivered.map(({ body }) => body.conversation_id)).size).toBe(1)

  // List, thread, unread
  const conversations = await client.list_conversations()
  const { chatGuid: guid = '' } = byPhone
  expect(conversations).toMatchObject([
    { guid, display_name: 'Anna Keller', handle: mail, addresses: [mail, phone], unread_count: 2 },
  ])
  for (const address of [phone, mail]) {
    const messages = await client.list_messages({ guid: `any;-;${address}` })
    expect(messages.map(({ text }) => text)).toEqual(['boat by phone', 'boat by mail'])
  }
  const rowid = conversations[0]?.last_message_rowid ?? 0
  expect(await client.mark_read({ guid, rowid })).toMatchObject({ unread_count: 0 })

  // Search
  const found = async (q: string) =>
    (await client.search({ q })).results.map(({ conversation_guid }) => conversation_guid)
  await until(async () => (await found('boat')).length === 2)
  for (const within of ['Anna Keller', mail, phone, guid, `any;-;${mail}`])
    expect(await found(`in:"${within}" boat`), within).toEqual([guid, guid])

  // Whitelist
  expect(await client.list_whitelist()).toMatchObject([
    { display_name: 'Anna Keller', addresses: [phone, mail], other_addresses: [] },
  ])
  expect(await client.add_to_whitelist({ handle: 'anna keller' })).toMatchObject({ added: false })

  // Deliveries of the conversation
  const { deliveries } = await client.list_deliveries({ conversation: `any;-;${mail}` })
  expect(deliveries.map(({ conversation_guid }) => conversation_guid)).toEqual([guid, guid])

  // Sending: to the address used last, or to one that is chosen
  expect(await client.send_to_chat({ guid, text: 'to the one used last' })).toMatchObject({ handle: mail })
  expect(await client.send({ handle: phone, text: 'to the phone' })).toMatchObject({ handle: phone })
  const { stdout } = await runHere(mac.home, ['send', 'Anna Keller', 'from the terminal', '--json'], {
    PATH: [mac.bin, process.env.PATH].join(':'),
  })
  expect(JSON.parse(stdout)).toMatchObject({ handle: phone })

  // MCP
  await using mcp = await mcpClient(mac.home)
  const listed = await mcp.call('list_conversations')
  expect(listed.structured.conversations).toMatchObject([{ guid, display_name: 'Anna Keller' }])
  const read = await mcp.call('get_messages', { conversation: mail })
  expect(read.structured).toMatchObject({ conversation: { guid } })
  expect(read.structured.messages).toHaveLength(5)
  const entries = await mcp.call('list_whitelist')
  expect(entries.structured.entries).toMatchObject([{ display_name: 'Anna Keller' }])

  // Statistics
  await until(async () => (await client.statistics({ range: 'all' })).relay.delivered === 2)
  expect(await client.statistics({ range: 'all' })).toMatchObject({
    top_contacts: [{ name: 'Anna Keller' }],
    relay: { received: 2, relayed: 2, people: [{ name: 'Anna Keller', count: 2 }] },
  })

  // Export
  const to = join(mac.home, 'all.jsonl')
  expect(await runHere(mac.home, ['export', '--format', 'jsonl', '--conversation', mail, '--to', to])).toMatchObject({
    status: 0,
  })
  const lines = readFileSync(to, 'utf8').trim().split('\n')
  expect(new Set(lines.map((line) => JSON.parse(line).conversation_guid))).toEqual(new Set([guid]))
  expect(lines).toHaveLength(5)

  // Kept separate, and joined again
  expect(await runHere(mac.home, ['people', 'separate', 'Anna Keller'])).toMatchObject({ status: 0 })
  const separate = await client.list_conversations()
  expect(separate.map(({ addresses, kept_separate }) => [addresses, kept_separate])).toEqual([
    [[phone], true],
    [[mail], true],
  ])
  expect(separate.map(({ unread_count }) => unread_count)).toEqual([0, 0])
  expect(await client.list_whitelist()).toHaveLength(2)
  expect(await runHere(mac.home, ['people', 'join', mail])).toMatchObject({ status: 0 })
  expect(await client.list_conversations()).toMatchObject([{ guid }])
})

test.each([15, 26] as const)(
  'macOS %i: a contact with a chat under every name is one conversation, and replies go where they wrote last',
  async (macos) => {
    await using relay = await relaySetup({ mac: { macos } })
    const { mac, receiver } = relay
    const steps = await play(mac.home, scenarios.get('one-person-many-chats') as Scenario)
    await relay.receives(...steps.map(({ did }) => did))
    // The card is read within seconds, so a message from another address may come before.
    const byPhone = receiver.delivered.filter(({ body }) => body.text !== 'from the e-mail address')
    expect(new Set(byPhone.map(({ body }) => body.conversation_id)).size).toBe(1)
    await using web = await webHere({ over: mac, config: toWebhook(receiver.url) })
    const { client } = web
    const [noor, ...others] = await client.list_conversations()
    expect(others).toEqual([])
    expect(noor).toMatchObject({
      display_name: 'Noor Haddad',
      unread_count: 5,
      addresses: ['noor@example.org', '+12025550188'],
    })
    const guid = noor?.guid ?? ''
    for (const chat of steps.map(({ chatGuid = '' }) => chatGuid))
      expect((await client.list_messages({ guid: chat })).map(({ text }) => text)).toEqual(steps.map(({ did }) => did))
    expect(await client.send_to_chat({ guid, text: 'to the address used last' })).toMatchObject({
      handle: 'noor@example.org',
    })
    const rcs = steps.find(({ did }) => did.includes('RCS'))
    mac.messages.receive({ from: '+12025550188', service: 'RCS', chat: rcs?.chatGuid ?? '', text: 'now by RCS' })
    await until(async () => (await client.list_conversations())[0]?.last_message === 'now by RCS')
    expect(await client.send_to_chat({ guid, text: 'to the chat used last' })).toMatchObject({
      handle: '+12025550188',
      chat_guid: rcs?.chatGuid,
    })
  },
)

test('a further address of a whitelisted person is not relayed before the owner adds it', async () => {
  const whitelist = { handles: [phone] }
  await using relay = await relaySetup({ config: { relay: { scope: 'whitelist' }, whitelist }, prepare: knowAnna })
  const { mac } = relay
  const sent = [
    mac.messages.receive({ from: phone, text: 'listed' }),
    mac.messages.receive({ from: mail, text: 'not listed' }),
  ]
  await settled(
    relay,
    sent.map(({ guid }) => guid),
  )
  expect(relay.journal.outcome(sent[1]?.guid ?? '')).toBe('out_of_scope')
  await relay.receives('listed')
  await using web = await webHere({ over: mac, config: { ...toWebhook(''), relay: { scope: 'whitelist' }, whitelist } })
  expect(await web.client.list_whitelist()).toMatchObject([{ addresses: [phone], other_addresses: [mail] }])
  expect(await web.client.list_blocked()).toMatchObject([{ display_name: 'Anna Keller', addresses: [mail] }])
  expect(await web.client.add_to_whitelist({ handle: mail })).toMatchObject({
    addresses: [mail, phone],
    other_addresses: [],
    added: true,
  })
  expect(await web.client.list_whitelist()).toMatchObject([{ addresses: [phone, mail] }])
  expect(await web.client.remove_from_whitelist({ handle: mail })).toMatchObject({ removed: true })
  expect(await web.client.list_whitelist()).toEqual([])
})

test('an address on two contact cards joins neither of them', async () => {
  const whitelist = { handles: [] }
  const shared = '+12025550199'
  await using relay = await relaySetup({
    config: { relay: { scope: 'whitelist' }, whitelist },
    prepare(home) {
      const contacts = openContacts(home)
      contacts.onMyMac.add({ firstName: 'Anna', lastName: 'Keller', phones: [phone, shared], emails: [mail] })
      contacts.onMyMac.add({ firstName: 'Tom', lastName: 'Keller', phones: [shared] })
      contacts.close()
    },
  })
  const { mac } = relay
  for (const from of [phone, mail, shared]) mac.messages.receive({ from, text: `from ${from}` })
  await using web = await webHere({ over: mac, config: { ...toWebhook(''), relay: { scope: 'whitelist' }, whitelist } })
  expect(await web.client.list_conversations()).toMatchObject([{ addresses: [shared] }, { addresses: [mail, phone] }])
  expect(await web.client.add_to_whitelist({ handle: 'Anna Keller' })).toMatchObject({ addresses: [phone, mail] })
  expect(await web.client.add_to_whitelist({ handle: shared })).toMatchObject({ addresses: [shared] })
})

test('two people of the same name are two in the statistics, also for language models', async () => {
  await using web = await webHere()
  const { onMyMac } = web.mac.contacts
  onMyMac.add({ firstName: 'Anna', lastName: 'Keller', phones: [phone], emails: [mail] })
  onMyMac.add({ firstName: 'Anna', lastName: 'Keller', phones: ['+12025550199'] })
  for (const from of [phone, mail, '+12025550199']) web.mac.messages.receive({ from, text: `from ${from}` })
  const both = [
    { name: 'Anna Keller', count: 2 },
    { name: 'Anna Keller', count: 1 },
  ]
  await until(async () => (await web.client.search({ q: 'from' })).results.length === 3)
  expect(await web.client.statistics({ range: 'all' })).toMatchObject({ top_contacts: both })
  await using mcp = await mcpClient(web.mac.home)
  const { structured } = await mcp.call('get_statistics', { range: 'all' })
  expect(structured).toMatchObject({ top_contacts: both })
})
