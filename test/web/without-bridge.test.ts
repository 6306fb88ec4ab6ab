import { expect, test } from 'vitest'
import { startBridge } from '../harness/bridge-process.ts'
import { until } from '../harness/until.ts'
import { webHere } from '../harness/web-here.ts'

test('while the bridge is down, history and search are served, and the heartbeat reports it', async () => {
  await using web = await webHere({ mac: { messages: 60, chats: 4 }, config: { relay: { scope: 'everyone' } } })
  const { client, mac } = web
  expect(await client.heartbeat()).toMatchObject({
    ok: true,
    bridge_alive: false,
    last_heartbeat: null,
    bridge: { state: 'stopped' },
  })

  const bridge = startBridge({ home: mac.home })
  await bridge.polling()
  expect(await client.heartbeat()).toMatchObject({ bridge_alive: true, bridge: { state: 'polling' } })
  await bridge.kill()

  mac.messages.receive({ from: '+12025550123', text: 'A walrus in the garden' })
  const [newest] = await client.list_conversations({ limit: 1 })
  expect(newest).toMatchObject({ last_message: 'A walrus in the garden', unread_count: 1 })
  const messages = await client.list_messages({ guid: newest?.guid ?? '' })
  expect(messages.at(-1)).toMatchObject({ text: 'A walrus in the garden', is_from_me: false })
  let found = await client.search({ q: 'walrus' })
  await until(async () => {
    found = await client.search({ q: 'walrus' })
    return found.results.length > 0
  })
  expect(found.results[0]?.message.text).toBe('A walrus in the garden')
  await until(async () => !(await client.heartbeat()).bridge_alive)
})
