import { expect, it, onTestFinished } from 'vitest'
import { picture } from '../../simulator/media/picture.ts'
import { encodePng } from '../../simulator/media/png.ts'
import { sampleFile } from '../../simulator/media/sample-files.ts'
import type { FileToAttach } from '../../simulator/messages/attachments.ts'
import { temporaryMac } from '../../simulator/temporary-mac.ts'
import type { Actions } from '../actions/action.ts'
import { getAttachment } from '../actions/get-attachment.ts'
import type { Services } from '../actions/services.ts'
import { createConverter } from '../mac/convert.ts'
import { openMessages } from '../mac/open-messages.ts'
import { findPrograms } from '../mac/programs.ts'
import { openMediaCache } from '../store/media-cache.ts'
import { serviceDir } from '../store/service-dir.ts'
import { createApp } from './app.ts'
import { noUploads, testAccess } from './test-app.ts'

const { bytes, name } = sampleFile('heic', 1)
const guid = 'at_0_6A5B/ä'

function appOverMac(file: FileToAttach = { name, bytes }) {
  const mac = temporaryMac()
  mac.messages.receive({ from: '+15550100', files: [{ ...file, guid }] })
  const messages = openMessages(mac.home)
  const cache = openMediaCache({ folder: serviceDir(mac.home).mediaCacheDir })
  const converter = createConverter({ programs: findPrograms(mac.bin), cache })
  const streams = { events() {}, logs() {}, close() {} }
  const actions = { get_attachment: getAttachment } as Partial<Actions> as Actions
  const services = { messages, converter } as Partial<Services> as Services
  const app = createApp({
    actions,
    services,
    access: testAccess(),
    identity: { prove: () => '' },
    streams,
    uploads: noUploads,
  })
  onTestFinished(async () => {
    await app.close()
    messages.close()
    mac.close()
  })
  return (query = '', headers = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ method, url: `/api/v1/attachments/${encodeURIComponent(guid)}${query}`, headers })
}

it('the bytes arrive whole, with headers that keep a browser from running them', async () => {
  const answer = await appOverMac()()
  expect(answer.rawPayload.equals(bytes)).toBe(true)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/heic',
    'content-disposition': expect.stringMatching(/^attachment; /),
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': expect.stringMatching(/^private/),
  })
})

it('HEAD returns the same headers without the bytes', async () => {
  const answer = await appOverMac()('', {}, 'HEAD')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-length']).toBe(`${bytes.length}`)
  expect(answer.rawPayload).toHaveLength(0)
})

it('a range returns that part, and one beyond the end returns the length of the file', async () => {
  const get = appOverMac()
  const part = await get('', { range: 'bytes=4-7' })
  expect([part.statusCode, part.payload, part.headers['content-range']]).toEqual([
    206,
    'ftyp',
    `bytes 4-7/${bytes.length}`,
  ])
  const beyond = await get('', { range: `bytes=${bytes.length}-` })
  expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${bytes.length}`])
  expect(beyond.json()).toMatchObject({ error: { code: 'range_not_satisfiable' } })
  const misspelt = await get('', { range: 'bytes=4-7x' })
  expect([misspelt.statusCode, misspelt.rawPayload]).toEqual([200, bytes])
})

it('a thumbnail that the client already has is not sent again', async () => {
  const get = appOverMac()
  const first = await get('?thumb=240')
  expect([first.statusCode, first.headers['content-type']]).toEqual([200, 'image/jpeg'])
  const again = await get('?thumb=240', { 'if-none-match': first.headers.etag })
  expect([again.statusCode, again.payload]).toEqual([304, ''])
})

it('a picture that nothing can scale serves as its own thumbnail', async () => {
  const own = encodePng(picture(7, 60, 40))
  const answer = await appOverMac({ name: 'own.png', bytes: own })('?thumb=240')
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png'])
  expect(answer.rawPayload.equals(own)).toBe(true)
})
