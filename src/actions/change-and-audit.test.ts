import { expect, it, onTestFinished } from 'vitest'
import { setFault } from '../../simulator/programs/faults.ts'
import { temporaryMac } from '../../simulator/temporary-mac.ts'
import { windowOf } from '../messages-window/test-window.ts'
import { changeTapback } from './change-tapback.ts'
import { editMessage } from './edit-message.ts'
import { request, testServices } from './test-services.ts'
import { unsendMessage } from './unsend-message.ts'

const servicesOf = testServices(onTestFinished)

function scene() {
  const mac = temporaryMac({ macos: 26 })
  onTestFinished(mac.close)
  mac.contacts.onMyMac.add({ firstName: 'Anna', phones: ['+12025550123'] })
  const own = mac.messages.send({ to: '+12025550123', text: 'Gladly', state: 'delivered' })
  return { mac, own, ...servicesOf({ window: windowOf(mac, onTestFinished) }) }
}

it('tapback, edit and unsend change a message, and the audit log records who did it, but not the content', async () => {
  const { own, services, audited } = scene()
  const { rowid } = own
  expect(await changeTapback({ rowid, emoji: '👍', remove: false }, services, request)).toMatchObject({
    tapbacks: ['👍'],
  })
  expect(await editMessage({ rowid, text: 'Secret' }, services, request)).toMatchObject({
    text: 'Secret',
    edited: true,
  })
  expect(await unsendMessage({ rowid }, services, request)).toMatchObject({ text: '', unsent: true })
  const line = { action: 'message_changed', principal: 'key:0a1b2c3d', result: 'ok' }
  expect(audited()).toMatchObject([
    { ...line, target: `${rowid} tapback, by way of window` },
    { ...line, target: `${rowid} edit, 6 characters, by way of window` },
    { ...line, target: `${rowid} unsend, by way of window` },
  ])
  expect(JSON.stringify(audited())).not.toMatch(/Secret|👍/)
})

it('a change that may have happened is audited as well, a refused one is not', async () => {
  const { mac, own, services, audited } = scene()
  setFault(mac.home, { name: 'action-ignored', times: null })
  await expect(unsendMessage(own, services, request)).rejects.toMatchObject({ code: 'send_uncertain' })
  setFault(mac.home, { name: 'no-window', times: null })
  await expect(unsendMessage(own, services, request)).rejects.toMatchObject({ code: 'unsupported' })
  expect(audited()).toHaveLength(1)
})
