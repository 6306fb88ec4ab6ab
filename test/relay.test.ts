import { expect, test } from 'vitest'
import { configure } from './harness/bridge-process.ts'
import { anna, ben, relaySetup } from './harness/relay-setup.ts'
import { until } from './harness/until.ts'

test('a message committed to a Messages database reaches a webhook', async () => {
  await using relay = await relaySetup()
  const { guid } = relay.mac.messages.receive({ from: anna, text: 'Dinner at eight? 🍝' })
  await relay.receives('Dinner at eight? 🍝')
  const { body } = relay.receiver.delivered[0] ?? expect.fail('nothing arrived')
  expect(body).toMatchObject({ type: 'message', is_group: false, group_name: null, kind: 'text', reply_to: null })
  expect(JSON.stringify(body)).not.toContain(anna)
  expect(JSON.stringify(body)).not.toContain(guid)
})

test.concurrent.for([12, 13, 14, 15, 26, 27] as const)('on macOS %i', async (macos, { expect }) => {
  await using relay = await relaySetup({ mac: { macos, messages: 300, chats: 8 } })
  const { messages } = relay.mac
  const group = messages.createGroup({ name: 'Hiking', members: [anna, ben] })
  const first = messages.receive({ from: anna, text: 'one' })
  messages.receive({ from: ben, text: 'two', chat: group.guid })
  if (macos >= 13) messages.receive({ from: anna, text: 'three', replyTo: { guid: first.guid } })
  else messages.receive({ from: anna, text: 'three' })
  messages.send({ to: anna, text: 'mine, not news' })
  messages.receive({ from: ben, text: 'four' })
  await relay.receives('one', 'two', 'three', 'four')
  const [two, three] = ['two', 'three'].map(
    (text) => relay.receiver.delivered.find(({ body }) => body.text === text)?.body,
  )
  expect(two).toMatchObject({ is_group: true, group_name: 'Hiking' })
  expect(three?.reply_to).toBe(macos >= 13 ? 'one' : null)
})

test('nothing older than the first start is relayed', async () => {
  await using relay = await relaySetup({ mac: { messages: 500, chats: 10 } })
  relay.mac.messages.receive({ from: anna, text: 'the first news' })
  await relay.receives('the first news')
})

test('messages that arrive while the bridge is down are relayed when it is back, oldest first', async () => {
  await using relay = await relaySetup()
  expect(await relay.bridge.stop()).toBe(0)
  for (const text of ['one', 'two', 'three']) relay.mac.messages.receive({ from: anna, text })
  await relay.restart()
  await relay.receives('one', 'two', 'three')
  expect(relay.receiver.texts()).toEqual(['one', 'two', 'three'])
})

test('an empty whitelist relays only what I write to myself, once', async () => {
  await using relay = await relaySetup({ config: { relay: { scope: 'whitelist' } } })
  relay.mac.messages.receive({ from: anna, text: 'not listed' })
  relay.mac.messages.send({ to: relay.mac.self.phone, text: 'buy milk' })
  relay.mac.messages.receive({ from: relay.mac.self.phone, text: 'buy milk' })
  relay.mac.messages.receive({ from: relay.mac.self.phone, text: 'buy bread' })
  await relay.receives('buy milk', 'buy bread')
})

test('the whitelist matches people in any notation and groups in any spelling', async () => {
  await using relay = await relaySetup({ config: { relay: { scope: 'whitelist' } }, isStarted: false })
  const { messages } = relay.mac
  const [listed, other] = [
    messages.createGroup({ name: 'Listed', members: [anna, ben] }),
    messages.createGroup({ name: 'Other', members: [anna, ben] }),
  ]
  configure(relay.mac.home, {
    whitelist: { handles: ['+1 (202) 555-0123'], groups: [`iMessage;+;${listed.identifier}`] },
  })
  await relay.bridge.polling()
  messages.receive({ from: ben, text: 'not listed' })
  messages.receive({ from: anna, text: 'listed person' })
  messages.receive({ from: anna, text: 'listed person in another group', chat: other.guid })
  messages.receive({ from: ben, text: 'listed group', chat: listed.guid })
  await relay.receives('listed person', 'listed group')
})

test('changed settings take effect within two seconds, without a restart', async () => {
  await using relay = await relaySetup({ config: { relay: { scope: 'whitelist' } } })
  relay.mac.messages.receive({ from: anna, text: 'before' })
  await until(() => relay.journal.events().length > 0)
  configure(relay.mac.home, { relay: { scope: 'everyone' } })
  await until(() => {
    if (relay.receiver.texts().length === 0) relay.mac.messages.receive({ from: anna, text: 'after' })
    return relay.receiver.texts().length > 0
  })
  expect(relay.receiver.texts()).not.toContain('before')
})
