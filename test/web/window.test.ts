import { expect, test } from 'vitest'
import type { Ability } from '../../src/contract/capability.ts'
import { webHere } from '../harness/web-here.ts'

const abilities: Ability[] = ['send_tapbacks', 'send_edits', 'send_unsends']
const anna = '+12025550123'

test('the window of Messages is not touched until its owner allows it; then it reacts, edits and unsends', async () => {
  await using web = await webHere({ mac: { macos: 26 } })
  const { client, mac } = web
  mac.contacts.onMyMac.add({ firstName: 'Anna', lastName: 'Keller', phones: [anna] })
  const { rowid } = mac.messages.send({ to: anna, text: 'Gladly', state: 'delivered' })
  const told = async () => (await client.capabilities()).filter(({ name }) => abilities.includes(name))

  expect(await told()).toMatchObject(
    abilities.map((name) => ({ name, supported: false, reason: expect.stringMatching('send.ui_scripting') })),
  )
  const reason = expect.stringMatching('Switched off')
  await expect(client.unsend_message({ rowid })).rejects.toMatchObject({ code: 'unsupported', details: { reason } })

  await client.change_settings({ send: { ui_scripting: true } })
  expect(await told()).toMatchObject(abilities.map((name) => ({ name, supported: true, reason: null })))
  expect(await client.change_tapback({ rowid, emoji: '👍' })).toMatchObject({ tapbacks: ['👍'] })
  expect(await client.edit_message({ rowid, text: 'With pleasure' })).toMatchObject({ text: 'With pleasure' })
  expect(await client.unsend_message({ rowid })).toMatchObject({ unsent: true })
})
