import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { armor, Decrypter, generateIdentity, identityToRecipient } from 'age-encryption'
import { expect, test } from 'vitest'
import { expandHome } from '../simulator/paths.ts'
import type { TemporaryMac } from '../simulator/temporary-mac.ts'
import { readJournal } from '../src/store/journal/reader.ts'
import { configure, dirOf, toWebhook } from './harness/bridge-process.ts'
import { startReceiver } from './harness/receiver.ts'
import { anna, ben, relaySetup } from './harness/relay-setup.ts'
import { until } from './harness/until.ts'

/** A plugin that answers each message, and sends every file back. */
const answering = `
export default class {
  static NAME = 'answering'
  static TIER = 'official'
  static SETTINGS_SCHEMA = {}
  async start(ctx) { this.ctx = ctx }
  async stop() {}
  async on_inbound(msg) {
    for (const attachment of msg.attachments)
      await this.ctx.send_file(msg.conversation_id, await attachment.data(), attachment.mime, attachment.name)
    const { state } = await this.ctx.send_text(msg.conversation_id, 'heard: ' + msg.text)
    this.ctx.log_info('STATE ' + state)
  }
}`

function write(home: string, name: string, source: string): void {
  const folder = join(dirOf(home).integrationsDir, name)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(join(folder, 'index.mjs'), source)
}

const own = (mac: TemporaryMac) =>
  mac.rows(`SELECT chat_identifier AS chat, message.attributedBody AS body, message.cache_has_attachments AS has_file
    FROM message JOIN chat_message_join ON message_id = message.ROWID JOIN chat ON chat.ROWID = chat_id
    WHERE is_from_me = 1 ORDER BY message.ROWID`)

test('a plugin replies in the conversation of the message, also with files, and is not handed its own messages', async () => {
  await using relay = await relaySetup({
    config: { integrations: { answering: { enabled: true } } },
    prepare: (home) => write(home, 'answering', answering),
  })
  const { mac, bridge } = relay
  const group = mac.messages.createGroup({ name: 'Hiking', members: [anna, ben] })
  mac.messages.receive({ from: anna, text: 'hello' })
  await until(() => own(mac).length === 1)
  mac.messages.receive({ from: ben, text: 'to all', chat: group.guid })
  await until(() => own(mac).length === 2)
  expect(own(mac).map(({ chat }) => chat)).toEqual([anna, group.identifier])
  expect(Buffer.from(own(mac)[1]?.body as Uint8Array).toString()).toContain('heard: to all')
  const log = () => readFileSync(dirOf(mac.home).logFile, 'utf8')
  await until(() => log().split('STATE ').length === 3)
  expect(log()).not.toContain('heard:')
  expect(log()).not.toContain(anna)
  await bridge.stop()
})

test('a file comes back unchanged', async () => {
  await using relay = await relaySetup({
    config: { integrations: { answering: { enabled: true } } },
    prepare: (home) => write(home, 'answering', answering),
  })
  const { mac, bridge } = relay
  const bytes = randomBytes(700_000)
  mac.messages.receive({ from: anna, files: [{ name: 'IMG_1.png', bytes, mime: 'image/png', uti: 'public.png' }] })
  const sentFile = () =>
    mac.row('SELECT filename, transfer_name AS name FROM attachment WHERE is_outgoing = 1 AND transfer_state = 5')
  await until(() => sentFile() !== undefined && own(mac).length === 2)
  expect(sentFile()?.name).toBe('IMG_1.png')
  expect(readFileSync(expandHome(mac.home, String(sentFile()?.filename))).equals(bytes)).toBe(true)
  await bridge.stop()
})

const integrationsTo = (url: string, core: Record<string, object>) => ({
  ...toWebhook(url),
  integrations: { ...toWebhook(url).integrations, ...core },
})

test('messages are filtered and encrypted before a plugin gets them, and disabled rules do not fire', async () => {
  await using hook = await startReceiver()
  await using relay = await relaySetup()
  const { mac, receiver } = relay
  const identity = await generateIdentity()
  const core = {
    content_filter: { enabled: true, words: ['secret'] },
    encryption: { enabled: true, recipients: [await identityToRecipient(identity)] },
    rules: { enabled: false },
  }
  const rule = {
    id: 'all',
    name: 'all',
    enabled: true,
    trigger: 'on_inbound',
    conditions: 'contains:word',
    cooldown_s: 60,
  }
  configure(mac.home, {
    ...integrationsTo(receiver.url, core),
    rules: [{ ...rule, action: { type: 'webhook', url: hook.url } }],
  })
  for (const plugin of ['content_filter', 'encryption']) await until(() => statusOf(mac.home, plugin) === 'running')
  mac.messages.receive({ from: anna, text: 'the secret word' })
  await until(() => receiver.delivered.length === 1)
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  const sealed = receiver.texts()[0] ?? ''
  expect(sealed).not.toContain('word')
  expect(await decrypter.decrypt(armor.decode(sealed), 'text')).toBe('the ••• word')
  expect(hook.delivered).toEqual([])
  const off = { enabled: false }
  const switched = { content_filter: off, encryption: off, rules: { enabled: true } }
  configure(mac.home, integrationsTo(receiver.url, switched))
  for (const plugin of ['content_filter', 'encryption']) await until(() => statusOf(mac.home, plugin) === 'off')
  mac.messages.receive({ from: anna, text: 'an open word' })
  await until(() => hook.delivered.length === 1)
  await until(() => receiver.texts().at(-1) === 'an open word')
})

/** Returns the bridge's status for a plugin. */
function statusOf(home: string, plugin: string): string | undefined {
  const journal = readJournal(dirOf(home).journalFile)
  const found = journal.integrations().find(({ name }) => name === plugin)
  journal.close()
  return found?.status
}
