import { expect, it, onTestFinished } from 'vitest'
import { sampleFile } from '../../simulator/media/sample-files.ts'
import { temporaryMac } from '../../simulator/temporary-mac.ts'
import { readContacts } from '../mac/contacts.ts'
import { messagesPaths } from '../mac/messages-paths.ts'
import { contactAvatar } from './contact-avatar.ts'
import { request, testServices } from './test-services.ts'

const servicesOf = testServices(onTestFinished)
const { bytes } = sampleFile('jpeg', 1)

function servicesWith(photo: Uint8Array | undefined) {
  const mac = temporaryMac()
  onTestFinished(mac.close)
  mac.contacts.onMyMac.add({ firstName: 'Anna', phones: ['+15550100'], ...(photo && { photo }) })
  return servicesOf({ contacts: readContacts(messagesPaths(mac.home).addressBook) }).services
}

it('serves the picture with its type, and only once to the same client', async () => {
  const services = servicesWith(bytes)
  const answer = await contactAvatar({ handle: '+1 555 0100' }, services, request)
  expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'image/jpeg' } })
  expect(Buffer.from(answer.body as Uint8Array).equals(bytes)).toBe(true)
  const headers = { 'if-none-match': answer.headers.etag }
  expect(await contactAvatar({ handle: '+15550100' }, services, { ...request, headers })).toMatchObject({ status: 304 })
})

it.each<[string, Uint8Array | undefined]>([
  ['no picture', undefined],
  ['a page for a picture', Buffer.from('<svg onload="alert(1)"/>')],
  ['a picture that browsers do not know', sampleFile('heic', 1).bytes],
])('with %s there is no picture', (_what, photo) => {
  expect(() => contactAvatar({ handle: '+15550100' }, servicesWith(photo), request)).toThrowError(
    expect.objectContaining({ code: 'not_found' }),
  )
})
