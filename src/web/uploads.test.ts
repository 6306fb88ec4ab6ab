import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ServiceError } from '../domain/service-error.ts'
import { testFolders } from '../store/test-folder.ts'
import { openUploads } from '../store/uploads.ts'
import { testApp } from './test-app.ts'

const folderOfTest = testFolders(onTestFinished)
const url = '/api/v1/send/file'

function appWithUploads({ fails = false, needed = () => new Set<string>() } = {}) {
  const folder = join(folderOfTest(), 'uploads')
  const uploads = openUploads({ folder, needed })
  const inside: string[][] = []
  const actions = {
    send_file() {
      inside.push(readdirSync(folder))
      if (fails) throw new ServiceError('rate_limited', 'Slow down.')
    },
  }
  return { ...testApp({ uploads, actions }), inside, left: () => readdirSync(folder) }
}

interface Given {
  fields?: Record<string, string>
  file?: File | undefined
  fileFirst?: boolean
}

const plan = new File(['the plan'], 'plan.pdf')
const handle = '+12025550123'

function formOf({ fields = { handle }, file = plan, fileFirst = false }: Given) {
  const form = new FormData()
  if (fileFirst) form.append('file', file)
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (!fileFirst) form.append('file', file)
  return form
}

async function posted(app: ReturnType<typeof testApp>['app'], form: FormData, headers: Record<string, string> = {}) {
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  const type = request.headers.get('content-type') ?? ''
  const payload = Buffer.from(await request.arrayBuffer())
  return app.inject({ method: 'POST', url, payload, headers: { 'content-type': type, ...headers } })
}

test.each([true, false])('a form with a file is accepted, with the file before the fields: %s', async (fileFirst) => {
  const { app, asked, inside, left } = appWithUploads()
  const text = 'here\r\nit is'
  const { statusCode } = await posted(app, formOf({ fields: { handle, text, confirm: 'true' }, fileFirst }))
  expect(statusCode).toBe(200)
  const sha256 = createHash('sha256').update('the plan').digest('hex')
  expect(asked).toMatchObject([
    { name: 'send_file', input: { handle, text, confirm: true }, file: { name: 'plan.pdf', sha256 } },
  ])
  expect([inside.flat(), left()]).toEqual([[expect.stringMatching(/^[0-9a-f-]{36}$/)], []])
})

test('a file that a send still needs stays', async () => {
  const needed = new Set<string>()
  const { app, asked, left } = appWithUploads({ needed: () => needed.add(asked[0]?.file?.path ?? '') })
  await posted(app, formOf({}))
  expect(left()).toHaveLength(1)
  expect(readFileSync(asked[0]?.file?.path ?? '', 'utf8')).toBe('the plan')
})

test.each([
  ['no addressee', { fields: {} }, 'handle'],
  ['an unknown field', { fields: { handle, surely_unknown: '1' } }, 'surely_unknown'],
  ['a service that is none', { fields: { handle, service: 'Pigeon' } }, 'service'],
  ['an empty file', { file: new File([], 'empty') }, 'file'],
  ['a text that is too long', { fields: { handle, text: 'x'.repeat(20_001) } }, 'text'],
  ['a field that is too long', { fields: { handle, text: 'x'.repeat(120_000) } }, 'text'],
] as const)('%s is refused: the error names the field, and no file is left', async (_what, given, path) => {
  const { app, asked, left } = appWithUploads()
  const response = await posted(app, formOf(given))
  expect([response.statusCode, response.json().error.details]).toMatchObject([400, { in: 'body', path }])
  expect([asked, left()]).toEqual([[], []])
})

test.each<[string, (form: FormData) => void, string]>([
  ['no file', (form) => form.delete('file'), 'file'],
  ['a text in the place of the file', (form) => form.set('file', 'photo.jpg'), 'file'],
  ['two files', (form) => form.append('file', plan), 'file'],
  ['a second file under another name', (form) => form.append('more', plan), 'more'],
  ['a field given twice', (form) => form.append('handle', handle), 'handle'],
])('%s is refused: the error names the part, and no file is left', async (_what, change, path) => {
  const { app, asked, left } = appWithUploads()
  const form = formOf({})
  change(form)
  const response = await posted(app, form)
  expect([response.statusCode, response.json().error.details]).toMatchObject([400, { in: 'body', path }])
  expect([asked, left()]).toEqual([[], []])
})

test('a thousand fields are refused', async () => {
  const { app, left } = appWithUploads()
  const fields = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`f${index}`, '1']))
  expect((await posted(app, formOf({ fields }))).statusCode).toBe(400)
  expect(left()).toEqual([])
})

test('a file that is too large is refused with the limit, by its announced length or while it is read', async () => {
  const { app, asked, left } = appWithUploads()
  for (const bytes of [1_100_000, 5_000_000]) {
    const response = await posted(app, formOf({ file: new File([new Uint8Array(bytes)], 'big') }))
    expect([response.statusCode, response.json().error]).toMatchObject([
      413,
      { code: 'too_large', details: { limit: 'send.max_file_mb', max_bytes: 1_048_576 } },
    ])
  }
  expect([asked, left()]).toEqual([[], []])
})

test('a request that the action refuses leaves no file', async () => {
  const { app, left } = appWithUploads({ fails: true })
  expect((await posted(app, formOf({}))).statusCode).toBe(429)
  expect(left()).toEqual([])
})

test.each([
  ['JSON', 'application/json', '{"handle":"+12025550123"}'],
  ['a form without files', 'application/x-www-form-urlencoded', 'handle=1'],
  ['nothing', '', ''],
  ['another kind of parts', 'multipart/mixed; boundary=x', '--x--'],
])('%s instead of a form with a file is refused as an unsupported type', async (_what, type, payload) => {
  const { app, asked } = appWithUploads()
  const response = await app.inject({ method: 'POST', url, payload, headers: type ? { 'content-type': type } : {} })
  expect([response.statusCode, response.json().error.code]).toEqual([415, 'unsupported_media_type'])
  expect(asked).toEqual([])
})

test('a caller that may not send is refused before a byte is read', async () => {
  const { app, inside, left } = appWithUploads()
  const answers = [
    await posted(app, formOf({}), { 'x-scopes': 'read admin' }),
    await posted(app, formOf({}), { 'x-scopes': '?' }),
    await posted(app, formOf({}), { 'idempotency-key': 'not visible' }),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 401, 400])
  expect([inside, left()]).toEqual([[], []])
})

test.each(['', 'a b', 'ä', 'x'.repeat(256), 'a\tb'])('%j is not a valid Idempotency-Key', async (key) => {
  const { app, asked } = testApp()
  const headers = { 'idempotency-key': key }
  const payload = { handle, text: 'Hello' }
  const response = await app.inject({ method: 'POST', url: '/api/v1/send', payload, headers })
  expect([response.statusCode, response.json().error.details]).toMatchObject([400, { path: 'Idempotency-Key' }])
  expect(asked).toEqual([])
})

test('an Idempotency-Key arrives unchanged', async () => {
  const { app, asked } = testApp()
  const headers = { 'idempotency-key': '"8e03978e-40d5-43dd-bc93-6894a57f9324"' }
  await app.inject({ method: 'POST', url: '/api/v1/send/chat', payload: { guid: 'any;-;x', text: 'Hi' }, headers })
  expect(asked[0]?.headers).toMatchObject(headers)
})
