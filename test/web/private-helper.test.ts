import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { blueBubblesStandIn, helperPassword, imsgStandIn } from '../harness/private-helpers.ts'
import { until } from '../harness/until.ts'
import { type WebHere, webHere } from '../harness/web-here.ts'

const anna = '+12025550123'
const changing = ['send_tapbacks', 'send_edits', 'send_unsends']
const all = [...changing, 'typing', 'read_receipts']

const told = async ({ client }: WebHere) =>
  (await client.capabilities()).filter(({ name }) => all.includes(name)).map(({ name, supported }) => [name, supported])
const audited = ({ mac }: WebHere) =>
  readFileSync(join(mac.home, '.service', 'audit.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { action: string; target: string })
const logged = ({ mac }: WebHere) => readFileSync(join(mac.home, '.service', 'service.jsonl'), 'utf8')

test("the owner's BlueBubbles server types, reads, reacts, edits and unsends, and nothing is sent through it", async () => {
  await using web = await webHere({ mac: { macos: 26 } })
  const { client, mac } = web
  await using server = await blueBubblesStandIn(mac)
  const theirs = mac.messages.receive({ from: anna, text: 'Shall we?' })
  const { rowid, guid: messageGuid } = mac.messages.send({ to: anna, text: 'Gladly', state: 'delivered' })
  const [conversation] = await client.list_conversations({})
  const guid = conversation?.guid ?? ''

  expect(await told(web), 'none is set').toEqual(changing.map((name) => [name, false]))
  await expect(client.set_typing({ guid, on: true })).rejects.toMatchObject({ code: 'unsupported' })

  const helper = { kind: 'bluebubbles', url: server.url, password: helperPassword }
  const shown = await client.change_settings({ compat: { helper } })
  expect(shown.compat.helper).toMatchObject({ kind: 'bluebubbles', password: { set: true }, send_read_receipts: false })
  await client.change_settings({ compat: { helper: shown.compat.helper } })

  await expect.poll(() => told(web)).toEqual(all.map((name) => [name, true]))
  const checks = async () => (await client.setup_checks({})).checks.find(({ name }) => name === 'helper')
  expect(await checks()).toMatchObject({ ok: true, message: 'BlueBubbles 1.9.9 responds and its private API works.' })

  expect(await client.set_typing({ guid, on: true })).toEqual({ typing: true })
  expect(await client.set_typing({ guid, on: false })).toEqual({ typing: false })
  expect(await client.change_tapback({ rowid: theirs.rowid, emoji: '❤️' })).toMatchObject({ tapbacks: ['❤️'] })
  expect(await client.change_tapback({ rowid: theirs.rowid, emoji: '❤️', remove: true })).toMatchObject({ tapbacks: [] })
  expect(await client.edit_message({ rowid, text: 'With pleasure' })).toMatchObject({ text: 'With pleasure' })
  expect(await client.unsend_message({ rowid })).toMatchObject({ unsent: true })
  const { chatGuid } = theirs
  expect(server.asked).toEqual([
    { method: 'POST', path: `chat/${chatGuid}/typing`, body: {} },
    { method: 'DELETE', path: `chat/${chatGuid}/typing`, body: {} },
    {
      method: 'POST',
      path: 'message/react',
      body: { chatGuid, selectedMessageGuid: theirs.guid, reaction: 'love', partIndex: 0 },
    },
    {
      method: 'POST',
      path: 'message/react',
      body: { chatGuid, selectedMessageGuid: theirs.guid, reaction: '-love', partIndex: 0 },
    },
    {
      method: 'POST',
      path: `message/${messageGuid}/edit`,
      body: {
        editedMessage: 'With pleasure',
        backwardsCompatibilityMessage: 'Edited to “With pleasure”',
        partIndex: 0,
      },
    },
    { method: 'POST', path: `message/${messageGuid}/unsend`, body: { partIndex: 0 } },
  ])
  expect(audited(web).filter(({ action }) => action === 'message_changed')).toMatchObject(
    ['tapback', 'tapback', 'edit, 13 characters', 'unsend'].map(() => ({
      target: expect.stringMatching(/by way of helper$/),
    })),
  )

  // Read receipts go out only where their own setting says so, and once for what was unread.
  await client.mark_read({ guid, rowid: theirs.rowid })
  const again = mac.messages.receive({ from: anna, text: 'Still there?' })
  await client.change_settings({ compat: { helper: { send_read_receipts: true } } })
  await client.mark_read({ guid, rowid: again.rowid })
  await client.mark_read({ guid, rowid: again.rowid })
  await until(() => audited(web).some(({ action }) => action === 'read_receipt_sent'))
  expect(server.asked.filter(({ path }) => path.endsWith('/read'))).toHaveLength(1)

  expect(logged(web)).not.toContain('secret')
  expect(JSON.stringify(audited(web))).not.toContain('secret')
})

test("a refusal by a helper is reported in the helper's words, and the window is not tried instead", async () => {
  await using web = await webHere({ mac: { macos: 26 }, config: { send: { ui_scripting: true } } })
  const { client, mac } = web
  await using server = await blueBubblesStandIn(mac)
  const { rowid } = mac.messages.send({ to: anna, text: 'Gladly', state: 'delivered' })
  const set = (helper: object) => client.change_settings({ compat: { helper } })
  const edited = () => client.edit_message({ rowid, text: 'Better' })
  await set({ kind: 'bluebubbles', url: server.url, password: helperPassword })

  server.answers.fault = { status: 500, message: 'Message is\u0007 too old' }
  await expect(edited()).rejects.toMatchObject({
    code: 'helper_refused',
    details: { reason: 'BlueBubbles answered 500: “Message is too old”.' },
  })
  server.answers.fault = { status: 500, message: 'iMessage Private API is not enabled!' }
  await expect(edited()).rejects.toMatchObject({ code: 'helper_unavailable' })
  await expect(client.change_tapback({ rowid, emoji: '🎉' })).rejects.toMatchObject({ code: 'unsupported' })

  server.answers.fault = null
  server.answers.isConnected = false
  await set({ password: 'wrong' })
  await expect(edited()).rejects.toMatchObject({
    code: 'helper_unavailable',
    details: { reason: 'BlueBubbles does not accept the password.' },
  })
  expect(await told(web)).toEqual(all.map((name) => [name, false]))
  await set({ password: helperPassword })
  const check = async () => (await client.setup_checks({})).checks.find(({ name }) => name === 'helper')
  expect(await check()).toMatchObject({ ok: false, finding: 'helper_partial' })
  expect((await client.health_report({})).rows.find(({ name }) => name === 'helper')).toMatchObject({
    state: 'failing',
  })

  await set({ url: 'http://169.254.169.254' })
  await expect(edited()).rejects.toMatchObject({ details: { reason: expect.stringContaining('link-local') } })
  await set({ url: 'http://127.0.0.1:9' })
  expect(await check()).toMatchObject({ ok: false, finding: 'helper_unreachable' })
  await set({ kind: 'imsg', path: '/usr/local/bin/imsg-none/imsg' })
  expect(await check()).toMatchObject({ message: 'There is no program imsg at the path of the setting.' })
  await expect(set({ path: '/bin/sh' })).rejects.toMatchObject({ code: 'invalid_request' })
  expect((await client.get_message({ message: String(rowid) })).message).toMatchObject({
    text: 'Gladly',
    edited: false,
  })
  expect(logged(web)).not.toContain('secret')
})

test("the owner's imsg does the same over its standard input, with any emoji", async () => {
  await using web = await webHere({ mac: { macos: 26 } })
  const { client, mac } = web
  const imsg = imsgStandIn(mac)
  const { rowid, guid: message_guid, chatGuid } = mac.messages.send({ to: anna, text: 'Gladly', state: 'delivered' })
  const guid = (await client.list_conversations({}))[0]?.guid ?? ''
  await client.change_settings({ compat: { helper: { kind: 'imsg', path: imsg.path } } })
  await expect.poll(() => told(web)).toEqual(all.map((name) => [name, true]))
  expect((await client.setup_checks({})).checks.find(({ name }) => name === 'helper')).toMatchObject({
    message: 'imsg 0.15.10 responds and its private API works.',
  })
  await client.set_typing({ guid, on: true })
  expect(await client.change_tapback({ rowid, emoji: '🎉' })).toMatchObject({ tapbacks: ['🎉'] })
  await expect(client.edit_message({ rowid, text: 'refuse this' })).rejects.toMatchObject({
    code: 'helper_refused',
    details: { reason: 'imsg refused: “it is too late to edit”.' },
  })
  expect(await client.edit_message({ rowid, text: 'Better' })).toMatchObject({ text: 'Better' })
  expect(await client.unsend_message({ rowid })).toMatchObject({ unsent: true })
  const chat_guid = chatGuid
  expect(imsg.asked()).toEqual([
    { method: 'typing', params: { chat_guid, typing: true } },
    { method: 'tapback', params: { chat_guid, message_guid, emoji: '🎉', remove: false } },
    { method: 'message.edit', params: { chat_guid, message_guid, text: 'refuse this' } },
    { method: 'message.edit', params: { chat_guid, message_guid, text: 'Better' } },
    { method: 'message.unsend', params: { chat_guid, message_guid } },
  ])
})
