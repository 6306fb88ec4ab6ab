import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { pictureSize } from '../../simulator/media/picture-size.ts'
import { type SampleKind, sampleFile } from '../../simulator/media/sample-files.ts'
import type { FileToAttach } from '../../simulator/messages/attachments.ts'
import { temporaryMac } from '../../simulator/temporary-mac.ts'
import { createConverter } from '../mac/convert.ts'
import { messagesPaths } from '../mac/messages-paths.ts'
import { openMessages } from '../mac/open-messages.ts'
import { findPrograms } from '../mac/programs.ts'
import { openMediaCache } from '../store/media-cache.ts'
import type { Bytes } from './action.ts'
import { getAttachment } from './get-attachment.ts'
import type { Services } from './services.ts'

type Asking = { thumb?: 240 | 720; format?: 'jpeg' | 'm4a'; headers?: Record<string, string> }

/** Creates a Mac that has received one file. */
function macWith(file: Partial<FileToAttach> & { path?: string } = {}, { programs = true } = {}) {
  const mac = temporaryMac()
  const messages = openMessages(mac.home)
  const cacheFolder = join(mac.home, '.service', 'cache', 'media')
  const converter = createConverter({
    programs: programs ? findPrograms(mac.bin) : {},
    cache: openMediaCache({ folder: cacheFolder }),
  })
  onTestFinished(() => {
    converter.close()
    messages.close()
    mac.close()
  })
  const guid = 'at_0_6A5B/ä'
  mac.messages.receive({
    from: '+15550100',
    files: [{ name: 'a.txt', bytes: Buffer.from('0123456789'), ...file, guid }],
  })
  if (file.path !== undefined) mac.messages.db.prepare('UPDATE attachment SET filename = ?').run(file.path)
  const services = { messages, converter } as Pick<Services, 'messages' | 'converter'> as Services
  const get = async ({ headers = {}, ...query }: Asking = {}, id = guid): Promise<Bytes> => {
    const caller = { via: 'open', id: null, scopes: ['read'], grant: null } as const
    const answer = await getAttachment({ id, ...query }, services, { caller, headers, isHere: true })
    const { body } = answer
    if (body instanceof Readable) onTestFinished(() => void body.destroy())
    return answer
  }
  return { mac, get, guid, kept: () => readdirSync(cacheFolder) }
}

const bytesOf = async ({ body }: Bytes): Promise<Buffer> =>
  body instanceof Readable ? buffer(body) : Buffer.from(body ?? '')
const textOf = async (answer: Bytes): Promise<string> => (await bytesOf(answer)).toString()

async function failureOf(asking: Promise<unknown>): Promise<unknown> {
  return asking.then(
    () => expect.unreachable('it was answered'),
    (error) => error,
  )
}

it('serves the bytes with their type, length and name', async () => {
  const { bytes, name } = sampleFile('jpeg', 1)
  const { get } = macWith({ bytes, name })
  const answer = await get()
  expect(answer).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'image/jpeg',
      'content-length': `${bytes.length}`,
      'content-disposition': `inline; filename="${name}"; filename*=UTF-8''${name}`,
      'accept-ranges': 'bytes',
      'cache-control': expect.stringMatching(/^private/),
      etag: expect.stringMatching(/^"[\w-]+"$/),
    },
  })
  expect((await bytesOf(answer)).equals(bytes)).toBe(true)
})

it.each<[string, string]>([
  ['picture.png', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['picture.svg', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ['page.jpg', '<!doctype html><script>alert(1)</script>'],
  ['page.html', '<script>alert(1)</script>'],
  ['letter.txt', 'MIME-Version: 1.0\n\n<script>alert(1)</script>'],
])('%s that contains a script is served as a download of bytes, whatever its name', async (name, text) => {
  const { get } = macWith({ name, bytes: Buffer.from(text), mime: 'image/png' })
  expect((await get()).headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': expect.stringMatching(/^attachment; /),
  })
})

it.each<[SampleKind, string, string]>([
  ['pdf', 'application/pdf', 'attachment'],
  ['heic', 'image/heic', 'attachment'],
  ['vcf', 'text/vcard', 'attachment'],
  ['mov', 'video/quicktime', 'inline'],
  ['m4a', 'audio/mp4', 'inline'],
])('%s is served as %s, %s', async (kind, type, disposition) => {
  const { get } = macWith(sampleFile(kind, 1))
  const { headers } = await get()
  expect([headers['content-type'], headers['content-disposition']?.split(';')[0]]).toEqual([type, disposition])
})

it.each<[string, number, string, string | undefined]>([
  ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
  ['bytes=8-', 206, '89', 'bytes 8-9/10'],
  ['bytes=-3', 206, '789', 'bytes 7-9/10'],
  ['bytes=5-99', 206, '56789', 'bytes 5-9/10'],
  ['bytes=0-1,4-5', 200, '0123456789', undefined],
  ['lines=0-1', 200, '0123456789', undefined],
  ['bytes=5-2', 200, '0123456789', undefined],
  ['bytes=x-y', 200, '0123456789', undefined],
])('the range %s gives status %i and %j', async (range, status, text, contentRange) => {
  const { get } = macWith()
  const answer = await get({ headers: { range } })
  expect(answer).toMatchObject({ status, headers: { 'content-length': `${text.length}` } })
  expect(answer.headers['content-range']).toBe(contentRange)
  expect(await textOf(answer)).toBe(text)
})

it.each(['bytes=10-', 'bytes=-0'])('%s is no range of ten bytes', async (range) => {
  const { get } = macWith()
  expect(await failureOf(get({ headers: { range } }))).toMatchObject({
    code: 'range_not_satisfiable',
    details: { size: 10 },
  })
})

it('returns 304 to a client that has the file, and continues a part only if the file is unchanged', async () => {
  const { get } = macWith()
  const first = await get()
  const { etag = '' } = first.headers
  await bytesOf(first)
  expect(await get({ headers: { 'if-none-match': etag } })).toMatchObject({
    status: 304,
    body: null,
    headers: { etag },
  })
  const goOn = (ifRange: string) => get({ headers: { range: 'bytes=8-', 'if-range': ifRange } })
  expect(await textOf(await goOn(etag))).toBe('89')
  expect(await textOf(await goOn('"another"'))).toBe('0123456789')
})

it('streams a large file instead of reading it at once', async () => {
  const { mac, get } = macWith()
  truncateSync(pathOf(mac), 3 * 1024 ** 3)
  const { headers } = await get()
  expect(headers['content-length']).toBe(`${3 * 1024 ** 3}`)
  const end = await get({ headers: { range: 'bytes=-4' } })
  expect((await bytesOf(end)).length).toBe(4)
})

it.each<[string, (mac: Mac) => string]>([
  ['/etc/passwd', () => '/etc/passwd'],
  ['what leads out of the home', () => '~/../../etc/passwd'],
  ['what leads out by its spelling', (mac) => `${messagesPaths(mac.home).attachments}/../../../secret`],
  ['the database', (mac) => messagesPaths(mac.home).database],
  ['our settings', () => '~/.service/config.json'],
  ['a folder', (mac) => messagesPaths(mac.home).attachments],
  ['nothing', () => '~/Library/Messages/Attachments/00/00/none'],
  ['a NUL', () => '~/Library/Messages/Attachments/a\0b'],
  ['a link', (mac) => within(mac, (path) => symlinkSync('/etc/passwd', path))],
  ['a file behind a folder that is a link', (mac) => `${within(mac, (path) => symlinkSync('/etc', path))}/passwd`],
  ['a pipe', (mac) => within(mac, (path) => execFileSync('mkfifo', [path]))],
  ['a socket', (mac) => within(mac, (path) => void onTestFinished(closing(createServer().listen(path))))],
])('a row that names %s serves nothing', async (_what, pathOn) => {
  const { mac, get } = macWith()
  writeFileSync(join(mac.home, 'secret'), 'secret')
  mac.messages.db.prepare('UPDATE attachment SET filename = ?').run(pathOn(mac))
  expect(await failureOf(get())).toMatchObject({ code: 'attachment_not_found' })
})

it('reports the state of a file that has not arrived, and an unknown id', async () => {
  const { get } = macWith({ state: 'waiting' })
  expect(await failureOf(get())).toMatchObject({ code: 'attachment_not_found', details: { state: 'arriving' } })
  expect(await failureOf(get({}, '../../etc/passwd'))).toMatchObject({ code: 'attachment_not_found', details: {} })
})

it.each([
  ['heic', 240, 'image/jpeg'],
  ['heic', 720, 'image/jpeg'],
  ['jpeg', 240, 'image/jpeg'],
  ['png', 240, 'image/png'],
] as const)('makes a thumbnail of %s with %i pixels', async (kind, thumb, type) => {
  const { get } = macWith(sampleFile(kind, 1))
  const answer = await get({ thumb })
  const { width = 0, height = 0 } = pictureSize(await bytesOf(answer)) ?? {}
  expect(answer.headers['content-type']).toBe(type)
  expect(Math.max(width, height)).toBe(thumb)
})

it('converts for browsers, with a matching extension, and supports ranges', async () => {
  const picture = await macWith({ ...sampleFile('heic', 1), name: 'IMG_1.HEIC' }).get({ format: 'jpeg' })
  expect(picture.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'content-disposition': expect.stringContaining('inline; filename="IMG_1.jpeg"'),
  })
  const { get } = macWith(sampleFile('caf', 1))
  const sound = await get({ format: 'm4a', headers: { range: 'bytes=4-7' } })
  expect(sound).toMatchObject({ status: 206, headers: { 'content-type': 'audio/mp4' } })
  expect(await textOf(sound)).toBe('ftyp')
})

it('converts once for many simultaneous requests', async () => {
  const { get, kept } = macWith(sampleFile('heic', 1))
  const answers = await Promise.all(Array.from({ length: 20 }, () => get({ thumb: 240 })))
  const all = await Promise.all(answers.map(bytesOf))
  expect(new Set(all.map((bytes) => bytes.toString('hex'))).size).toBe(1)
  expect(kept()).toHaveLength(1)
})

it('the etag of a conversion stays the same, and differs by form', async () => {
  const { get } = macWith(sampleFile('heic', 1))
  const tags = [await get({ thumb: 240 }), await get({ thumb: 240 }), await get({ thumb: 720 }), await get()]
  const [first, second, ...others] = tags.map(({ headers }) => headers.etag)
  expect(first).toBe(second)
  expect(new Set([first, ...others]).size).toBe(3)
})

it('a replaced file is converted again', async () => {
  const { mac, get } = macWith(sampleFile('jpeg', 1))
  const before = await bytesOf(await get({ thumb: 240 }))
  writeFileSync(pathOf(mac), sampleFile('jpeg', 2).bytes)
  expect((await bytesOf(await get({ thumb: 240 }))).equals(before)).toBe(false)
})

it('without sips, a picture that browsers support replaces its thumbnail and says so', async () => {
  const { bytes, ...png } = sampleFile('png', 1)
  const { get, guid } = macWith({ ...png, bytes }, { programs: false })
  const answer = await get({ thumb: 240 })
  expect(answer.headers).toMatchObject({
    'content-type': 'image/png',
    'content-location': `/api/v1/attachments/${encodeURIComponent(guid)}`,
  })
  expect((await bytesOf(answer)).equals(bytes)).toBe(true)
})

it.each<[SampleKind, Asking]>([
  ['heic', { thumb: 240 }],
  ['heic', { format: 'jpeg' }],
  ['caf', { format: 'm4a' }],
  ['png', { thumb: 240, format: 'jpeg' }],
])('without its programs, %s cannot be converted with %j', async (kind, asking) => {
  const { get } = macWith(sampleFile(kind, 1), { programs: false })
  expect(await failureOf(get(asking))).toMatchObject({ code: 'unsupported', details: { reason: expect.any(String) } })
})

it.each<[SampleKind, Asking]>([
  ['mov', { thumb: 240 }],
  ['pdf', { thumb: 240 }],
  ['txt', { format: 'jpeg' }],
  ['jpeg', { format: 'm4a' }],
  ['caf', { format: 'm4a', thumb: 240 }],
])('%s cannot be converted with %j on any Mac', async (kind, asking) => {
  expect(await failureOf(macWith(sampleFile(kind, 1)).get(asking))).toMatchObject({ code: 'unsupported' })
})

it('a damaged picture is reported as unsupported, and leaves nothing in the cache', async () => {
  const { get, kept } = macWith({ name: 'a.heic', bytes: sampleFile('heic', 1).bytes.subarray(0, 40) })
  expect(await failureOf(get({ thumb: 240 }))).toMatchObject({ code: 'unsupported' })
  expect(kept()).toEqual([])
})

type Mac = ReturnType<typeof temporaryMac>

const pathOf = (mac: Mac): string => String(mac.row('SELECT filename FROM attachment')?.filename).replace('~', mac.home)

function within(mac: Mac, put: (path: string) => void): string {
  const path = join(messagesPaths(mac.home).attachments, '00', 'thing')
  mkdirSync(dirname(path), { recursive: true })
  put(path)
  return path
}

const closing = (server: { close(): unknown }) => () => void server.close()
