import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createClient } from '../src/client/client.ts'
import { botApi, token } from '../src/integrations/telegram/test-bot-api.ts'
import { catalogFile } from '../src/plugins/catalog.ts'
import { dirOf } from './harness/bridge-process.ts'
import { startReceiver } from './harness/receiver.ts'
import { anna, relaySetup } from './harness/relay-setup.ts'
import { until } from './harness/until.ts'
import { keyWith, signIn, webHere } from './harness/web-here.ts'

const me = 42

test('ntfy and Telegram report a waiting message and lead to the page, where only the owner can release it', async () => {
  const telegram = await botApi()
  telegram.users.add(me)
  await using ntfy = await startReceiver(() => 200)
  const page_url = 'https://mac.example'
  const config = {
    relay: { scope: 'everyone' },
    send: { notify_plugins: ['ntfy', 'telegram'] },
    integrations: {
      ntfy: { enabled: true, server: ntfy.url.replace(/\/[^/]*$/, ''), topic: 'mine', page_url },
      telegram: { enabled: true, token, allowed_users: [me], api_root: telegram.root, page_url },
    },
  }
  await using relay = await relaySetup({ config, isStarted: false })
  relay.mac.contacts.onMyMac.add({ firstName: 'Anna', phones: [anna] })
  await relay.bridge.polling()
  await using web = await webHere({ over: relay.mac, config })
  relay.mac.messages.receive({ from: anna, text: 'Hello' })
  const owner = await signIn(web)
  const asker = { authorization: `Bearer ${await keyWith(web, owner, ['read', 'write'], { sends: { mode: 'ask' } })}` }
  const post = async (path: string, headers: Record<string, string>, body: object) =>
    (
      await fetch(`${web.url}/api/v1${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
    ).json() as Promise<{ id: string; state: string; error?: { code: string } }>
  const { id } = await post('/send', asker, { handle: anna, text: 'Dinner at eight?' })

  const [send, refuse] = ['send', 'refuse'].map((what) => `${page_url}/app/messages?waiting=${id}&decide=${what}`)
  const pushed = () => ntfy.delivered.map(({ raw }) => JSON.parse(raw))
  await until(() => pushed().some(({ actions }) => actions !== undefined))
  const told = pushed().find(({ actions }) => actions !== undefined)
  expect(told).toMatchObject({
    title: 'read write asks to write to Anna',
    click: send,
    actions: [
      { action: 'view', label: 'Send', url: send },
      { action: 'view', label: 'No', url: refuse },
    ],
  })
  expect(JSON.stringify(pushed())).not.toContain('Dinner')
  const shown = () => telegram.sent.find(({ fields }) => fields.reply_markup !== undefined)
  await until(() => shown() !== undefined)
  expect(shown()?.fields.text).toContain('read write asks to write to Anna:\n\nDinner at eight?')
  expect(shown()?.fields.reply_markup).toEqual({
    inline_keyboard: [
      [
        { text: 'Send', url: send },
        { text: 'No', url: refuse },
      ],
    ],
  })

  // Neither presses nor words in the chat, nor the addresses without a session, nor the asker decide.
  const get = async (path: string, headers: Record<string, string>) =>
    (await fetch(`${web.url}/api/v1${path}`, { headers })).json()
  const state = async () => ((await get(`/sends/${id}`, asker)) as { state: string }).state
  const last = telegram.update({ callback_query: { id: '1', from: { id: me }, data: `send:${id}` } })
  telegram.message(me, { text: 'Send', reply_to_message: { message_id: shown()?.message_id, date: 1 } })
  await until(() => telegram.waiting().every((update) => update > last + 1))
  for (const url of [send, refuse]) await fetch(`${web.url}${url?.slice(page_url.length)}`)
  const [held] = (await get('/outbox', owner)) as [{ version: string }]
  expect((await post(`/outbox/${id}/release`, asker, { version: held.version })).error?.code).toBe('forbidden')
  expect((await post(`/outbox/${id}/release`, owner, { version: 'as another' })).error?.code).toBe('conflict')
  expect(await state()).toBe('held')

  await post(`/outbox/${id}/release`, owner, { version: held.version })
  expect(await state()).not.toBe('held')
  expect((await post(`/outbox/${id}/release`, owner, { version: held.version })).error?.code).toBe('not_held')
  telegram.close()
})

test('unsent notices and an alert survive a restart of the bridge in which it has to discover its plugins again, as after an update', async () => {
  let answer = 503
  await using ntfy = await startReceiver(() => answer)
  const config = {
    relay: { scope: 'everyone' },
    send: { notify_plugins: ['ntfy'] },
    alerts: { queued: 1 },
    integrations: { ntfy: { enabled: true, server: ntfy.url.replace(/\/[^/]*$/, ''), topic: 'mine' } },
  }
  await using relay = await relaySetup({ config })
  await using web = await webHere({ over: relay.mac, config })
  const { key } = await web.client.add_key({ label: 'an agent', scopes: ['write'], grant: { sends: { mode: 'ask' } } })
  const { state } = await createClient({ baseUrl: web.url, key }).send({ handle: anna, text: 'Dinner at eight?' })
  expect(state).toBe('held')
  const raised = async () =>
    (await web.client.list_alerts()).alerts.flatMap(({ id, plugin }) => (plugin === 'ntfy' ? id : []))
  await until(async () => ntfy.delivered.length > 0 && (await raised()).length > 0)
  const [alert] = await raised()

  await relay.bridge.stop()
  const { base, logFile } = dirOf(relay.mac.home)
  rmSync(catalogFile(base))
  const slow = join(base, 'integrations', 'slow')
  mkdirSync(slow)
  writeFileSync(join(slow, 'index.mjs'), 'await new Promise((resolve) => setTimeout(resolve, 4_000))')
  const refused = ntfy.delivered.length
  await relay.restart()
  await until(async () => {
    await web.client.retry_plugin({ name: 'ntfy' }).catch(() => undefined)
    return ntfy.delivered.length > refused
  })
  expect(await raised()).toEqual([alert])
  expect(readFileSync(logFile, 'utf8')).not.toContain('alert cleared')
  answer = 200
  await until(async () => {
    await web.client.retry_plugin({ name: 'ntfy' }).catch(() => undefined)
    return ntfy.delivered.some(({ status, raw }) => status === 200 && raw.includes('asks to write'))
  })
})
