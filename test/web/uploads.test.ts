import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryMac } from '../../simulator/temporary-mac.ts'
import { dirOf } from '../harness/bridge-process.ts'
import { openRaw } from '../harness/raw-http.ts'
import { until } from '../harness/until.ts'
import { type WebHere, webHere } from '../harness/web-here.ts'
import { launchWeb } from '../harness/web-process.ts'

const anna = '+12025550123'
const config = { send: { per_minute: 1_000, max_file_mb: 1 } }

let web: WebHere

beforeAll(async () => {
  web = await webHere({ config })
  web.mac.messages.receive({ from: anna, text: 'Hello' })
})
afterAll(() => web?.[Symbol.asyncDispose]())

const uploads = () => readdirSync(dirOf(web.mac.home).uploadsDirOf('web'))
const own = async () => {
  const messages = await web.client.list_messages({ guid: `any;-;${anna}` })
  return messages.filter(({ is_from_me }) => is_from_me)
}
const countOwn = async () => (await own()).length

test.each([
  ['that leads elsewhere', '../../x.txt', 'x.txt'],
  ['that leads elsewhere on Windows', '..\\..\\x.txt', 'x.txt'],
  ['with a zero byte', 'a\0b.txt', /^a.?b\.txt$/],
  ['of three hundred bytes', `${'n'.repeat(296)}.txt`, /^n{200,251}\.txt$/],
  ['of a device of Windows', 'con', /con/],
  ['that reads backwards', 'invoice\u202efdp.exe', /^invoice.?fdp\.exe$/],
  ['of dots', '..', /./],
  ['of nothing', '', /./],
  ['in many scripts', 'Grüße 你好 👩‍👩‍👧.txt', 'Grüße 你好 👩‍👩‍👧.txt'],
])('a file under a name %s is sent under a harmless one', async (_what, written, name) => {
  const body = form(part('handle', anna), file(written, 'the plan'))
  const answer = await answered(request(body))
  expect([answer.status, answer.body]).toEqual([200, expect.stringContaining('"kind":"file"')])
  const shown = (await own()).at(-1)?.attachments[0]?.filename
  expect(shown).toMatch(name)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
  expect(shown).not.toMatch(/[/\\\u0000-\u001f\u202a-\u202e]|^\.{0,2}$/)
  // The upload is needed as long as it may still have to be sent by SMS.
  await until(() => uploads().length === 0)
})

const port = () => Number(new URL(web.url).port)
const boundary = 'XboundaryX'
const part = (name: string, value: string) =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const file = (filename: string, bytes: string) =>
  `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${filename}"\r\n\r\n${bytes}\r\n`
const form = (...parts: string[]) => `${parts.join('')}--${boundary}--\r\n`

/** Keeps the connection open: a client that ends its side, as a whole request at once would, gets no response. */
async function answered(bytes: Buffer) {
  const { socket, closed } = openRaw(port())
  socket.write(bytes)
  const [head = '', body = ''] = (await closed).split(/\r\n\r\n(.*)/s)
  return { status: Number(head.slice(9, 12)), body }
}

interface Written {
  at?: number
  type?: string
  length?: number
  headers?: string[]
}

function request(body: string, { type = `multipart/form-data; boundary=${boundary}`, ...more }: Written = {}): Buffer {
  const bytes = Buffer.from(body)
  const head = [
    'POST /api/v1/send/file HTTP/1.1',
    `host: 127.0.0.1:${more.at ?? port()}`,
    ...(type === '' ? [] : [`content-type: ${type}`]),
    ...(more.headers ?? []),
    `content-length: ${more.length ?? bytes.length}`,
    'connection: close',
  ]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), bytes])
}

const handle = part('handle', anna)
const plan = file('plan.pdf', 'the plan')

test.each<[string, string, number, Written?]>([
  ['two files', form(handle, plan, plan), 400],
  ['no boundary', form(handle, plan), 415, { type: 'multipart/form-data' }],
  ['an empty boundary', form(handle, plan), 400, { type: 'multipart/form-data; boundary=' }],
  ['another boundary', form(handle, plan), 400, { type: 'multipart/form-data; boundary=other' }],
  ['no type', form(handle, plan), 415, { type: '' }],
  ['another type', form(handle, plan), 415, { type: `multipart/mixed; boundary=${boundary}` }],
  ['a thousand fields', form(...Array.from({ length: 1_000 }, (_, n) => part(`f${n}`, '1')), plan), 400],
  ['a huge field', form(part('handle', 'x'.repeat(500_000)), plan), 400],
  ['a huge field after the file', form(plan, part('handle', 'x'.repeat(500_000))), 400],
  ['a huge description', form(part(`${'x'.repeat(20_000)}`, ''), plan), 400],
  ['a file that is too large', form(handle, file('big', 'x'.repeat(1_100_000))), 413],
  ['a file that says that it is too large', form(handle, plan), 413, { length: 2_000_000_000 }],
  ['no file', form(handle), 400],
  ['an empty file', form(handle, file('empty', '')), 400],
  ['no addressee', form(plan), 400],
  ['an addressee who is none', form(part('handle', 'nobody'), plan), 400],
  ['a chat that is none', form(part('handle', 'any;+;nowhere'), plan), 404],
  ['a text of nothing but blanks', form(handle, part('text', ' '), plan), 400],
  ['a prototype', form(handle, part('__proto__', 'x'), plan), 400],
  ['a cut in the middle', form(handle, plan).slice(0, -12), 400],
  ['an end in the middle of a file', `${handle}${plan.slice(0, -5)}`, 400],
  ['not a word', '', 400],
  ['noise', '\u0000\u00ff'.repeat(5_000), 400],
  ['another site', form(handle, plan), 403, { headers: ['origin: https://evil.example'] }],
  ['a page of another site', form(handle, plan), 403, { headers: ['sec-fetch-site: cross-site'] }],
  ['an Idempotency-Key of blanks', form(handle, plan), 400, { headers: ['idempotency-key: a b'] }],
])('a form with %s is refused, sends nothing and leaves nothing', async (_what, body, status, written) => {
  const before = await countOwn()
  const answer = await answered(request(body, written))
  expect([answer.status, answer.body]).toEqual([status, expect.stringMatching(/"error":\{"code":"[a-z_]+"/)])
  expect(answer.body).not.toMatch(/at \w+ \(|node_modules|uploads/)
  expect([uploads(), await countOwn()]).toEqual([[], before])
})

test('a connection that ends halfway leaves nothing behind', async () => {
  const { socket, closed } = openRaw(port())
  const body = form(handle, file('big', 'x'.repeat(500_000)))
  socket.write(request(body).subarray(0, 400_000))
  await until(() => uploads().length === 1)
  socket.destroy()
  await closed
  await until(() => uploads().length === 0)
  const log = readFileSync(dirOf(web.mac.home).logFile, 'utf8')
  expect(log).not.toContain('"level":"error"')
})

test('files left by a killed process are deleted at the next start, and nothing was sent', async () => {
  using mac = temporaryMac()
  const first = launchWeb(mac.home)
  const at = Number(new URL(await first.ready()).port)
  const uploadsDir = dirOf(mac.home).uploadsDirOf('web')
  const { socket } = openRaw(at)
  socket.write(request(form(handle, file('big', 'x'.repeat(500_000))), { at }).subarray(0, 400_000))
  await until(() => existsSync(uploadsDir) && readdirSync(uploadsDir).length === 1)
  first.child.kill('SIGKILL')
  await first.ended
  expect(readdirSync(uploadsDir)).toHaveLength(1)
  const second = launchWeb(mac.home)
  await second.ready()
  expect(readdirSync(uploadsDir)).toEqual([])
  expect(mac.rows('SELECT 1 FROM message')).toEqual([])
  second.child.kill('SIGTERM')
  await second.ended
})
