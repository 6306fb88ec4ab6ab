import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { setFault } from '../../simulator/programs/faults.ts'
import type { RowId } from '../../src/contract/ids.ts'
import { messagesPaths } from '../../src/mac/messages-paths.ts'
import { openOutgoing } from '../../src/sending/messages/outgoing.ts'
import type { UploadedFile } from '../../src/sending/sending.ts'
import { until } from '../harness/until.ts'
import { sentRows } from './rows.ts'
import { anna, type SendingOptions, type SendingSetup, sendingSetup, textTo } from './setup.ts'

function uploadOn(home: string, { name = 'Picture.png', content = 'bytes of a picture' } = {}): UploadedFile {
  const path = join(home, `upload-${createHash('sha256').update(name).digest('hex').slice(0, 8)}`)
  writeFileSync(path, content)
  return { path, name, sha256: createHash('sha256').update(content).digest('hex') }
}

const fileTo = (to: { handle: string } | { guid: string }, file: UploadedFile) => ({ to, file, by: 'owner' })

function withFile(options: SendingOptions = {}) {
  const it = sendingSetup({ timings: { rowWithin: 400 }, ...options })
  return { it, file: uploadOn(it.mac.home) }
}

const stagedIn = ({ mac }: SendingSetup): string[] => {
  const folder = join(messagesPaths(mac.home).attachments, 'LocalMessagingRelay')
  return existsSync(folder) ? readdirSync(folder) : []
}
const becomes = (it: SendingSetup, id: string, state: string) =>
  until(() => it.sending.get(id)?.state === state, { describe: () => JSON.stringify(it.sending.get(id)) })

test('a file arrives complete and under its name, and afterwards neither copy nor upload is left', async () => {
  const { it, file } = withFile()
  await using _ = it
  const { id, rowid, kind } = await it.sending.send(fileTo({ handle: anna }, file))
  expect(kind).toBe('file')
  await becomes(it, id, 'delivered')
  const outgoing = openOutgoing({ home: it.mac.home, selfHandles: () => [] })
  const files = outgoing.statesOf([rowid as RowId]).get(rowid as RowId)?.files ?? []
  outgoing.close()
  expect(files.map((path) => [path.endsWith('/Picture.png'), readFileSync(path, 'utf8')])).toEqual([
    [true, 'bytes of a picture'],
  ])
  await until(() => stagedIn(it).length === 0 && !existsSync(file.path))
})

test.each([
  ['a number sign, spaces and a percent sign', 'Invoice #12 – 100% final (2).pdf', 'Invoice #12 – 100% final (2).pdf'],
  ['more bytes than a file system takes', `${'ü'.repeat(148)}.pdf`, `${'ü'.repeat(125)}.pdf`],
  ['a colon, which AppleScript takes for a folder', 'Scan 12:30.pdf', 'Scan 12-30.pdf'],
])(
  'a file from /tmp whose name contains %s is copied to where Messages may read it, and arrives',
  async (_what, name, shown) => {
    await using it = sendingSetup()
    const folder = mkdtempSync(join(tmpdir(), 'outside-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const { id } = await it.sending.send(fileTo({ handle: anna }, uploadOn(folder, { name })))
    await becomes(it, id, 'delivered')
    const [file] = it.mac.rows('SELECT transfer_name AS name, filename FROM attachment')
    expect(file?.name).toBe(shown)
    expect(readFileSync(join(it.mac.home, String(file?.filename).slice(2)), 'utf8')).toBe('bytes of a picture')
  },
)

test('a row that only has a placeholder for the file is a failure, and nothing is sent again', async () => {
  const { it, file } = withFile({ timings: { fileWithin: 500 }, settings: { confirm_timeout_s: 1 } })
  await using _ = it
  setFault(it.mac.home, { name: 'placeholder-row', times: 1 })
  const { id } = await it.sending.send(fileTo({ handle: anna }, file))
  await becomes(it, id, 'failed')
  expect([it.sending.get(id)?.error?.code, it.runs()]).toEqual(['file_unreadable', 1])
})

test('a text is sent after its file', async () => {
  const { it, file } = withFile()
  await using _ = it
  const send = await it.sending.send({ ...fileTo({ handle: anna }, file), text: 'Look' })
  expect(send).toMatchObject({ state: expect.stringMatching(/^(landed|sent|delivered)$/), rowid: 1 })
  expect(sentRows(it.mac.home).map(({ text, hasAttachments }) => [text, hasAttachments])).toEqual([
    [null, true],
    ['Look', false],
  ])
})

test('a file is sent to a chat by its GUID, even in the field for addresses', async () => {
  const { it, file } = withFile()
  await using _ = it
  it.mac.messages.receive({ from: anna, text: 'Hi' })
  const send = await it.sending.send(fileTo({ handle: `any;-;${anna}` }, file))
  expect(send).toMatchObject({ handle: anna, rowid: 2 })
})

test('a text is not sent when its file could not be sent', async () => {
  const { it, file } = withFile()
  await using _ = it
  setFault(it.mac.home, { name: 'automation-denied', times: 1 })
  const send = await it.sending.send({ ...fileTo({ handle: anna }, file), text: 'Look' })
  expect(send).toMatchObject({ state: 'failed', error: { code: 'automation_denied' } })
  await until(() => stagedIn(it).length === 0)
  expect([it.runs(), sentRows(it.mac.home)]).toEqual([1, []])
})

test('a copy stays where Messages may still read it, until there is evidence that it was sent', async () => {
  const { it, file } = withFile({ settings: { confirm_timeout_s: 1 } })
  await using _ = it
  setFault(it.mac.home, { name: 'error-25', times: 1 })
  const { id } = await it.sending.send(fileTo({ handle: anna }, file))
  await becomes(it, id, 'failed')
  expect(it.sending.get(id)?.error?.code).toBe('file_unreadable')
  expect(stagedIn(it).length).toBe(1)
})

test('an upload that is gone before its turn fails the send', async () => {
  const { it, file } = withFile()
  await using _ = it
  rmSync(file.path)
  const send = await it.sending.send(fileTo({ handle: anna }, file))
  expect(send).toMatchObject({ state: 'failed', error: { code: 'file_unreadable' } })
})

test('an upload is deleted when its send is refused or is a repeat', async () => {
  const { it, file } = withFile()
  await using _ = it
  await expect(it.sending.send(fileTo({ handle: 'nobody' }, file))).rejects.toMatchObject({ code: 'invalid_request' })
  await until(() => !existsSync(file.path))
  const key = { idempotencyKey: 'k' }
  const first = await it.sending.send({ ...fileTo({ handle: anna }, uploadOn(it.mac.home)), ...key })
  const second = uploadOn(it.mac.home)
  expect((await it.sending.send({ ...fileTo({ handle: anna }, second), ...key })).id).toBe(first.id)
  await until(() => !existsSync(second.path))
  expect(it.runs()).toBe(1)
})

test('a file that is sent as SMS takes its text with it', async () => {
  const { it, file } = withFile({ timings: { fallBackAfter: 300 } })
  await using _ = it
  setFault(it.mac.home, { name: 'error-22', times: 1, afterMs: 0 })
  const { id } = await it.sending.send({ ...fileTo({ handle: anna }, file), text: 'Look' })
  await until(() => it.sending.get(id)?.state === 'sent', { describe: () => JSON.stringify(it.sending.get(id)) })
  expect(it.sending.get(id)).toMatchObject({ service: 'SMS', sms_fallback: true })
  expect(
    sentRows(it.mac.home)
      .map(({ text, service }) => [text, service])
      .slice(-2),
  ).toEqual([
    [null, 'SMS'],
    ['Look', 'SMS'],
  ])
})

test('a text of the owner that equals ours is not mistaken for ours', async () => {
  await using it = sendingSetup()
  const { rowid } = await it.sending.send(textTo(anna, 'Hello'))
  it.mac.messages.send({ to: anna, text: 'Hello', state: 'read' })
  const { rowid: next } = await it.sending.send(textTo(anna, 'Hello'))
  expect([rowid, next]).toEqual([1, 3])
})
