import { randomBytes } from 'node:crypto'
import { createReadStream, type ReadStream, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { type PluginCode, type TestHost, testFolder, testHost, until } from '../test-host.ts'
import type { AttachmentBytes } from './services.ts'

let bench: TestHost
afterEach(() => bench.stop())

const megabyte = 1024 * 1024
const sample = randomBytes(3 * megabyte + 1)

/** Files by guid; records how much of each was read and whether it was closed. */
function shelf(contents: Record<string, Buffer>) {
  const folder = testFolder()
  const opened: { guid: string; closed: boolean; stream: ReadStream }[] = []
  const attachmentBytes = (guid: string): AttachmentBytes | undefined => {
    const bytes = contents[guid]
    if (bytes === undefined) return undefined
    writeFileSync(join(folder, guid), bytes)
    const stream = createReadStream(join(folder, guid))
    const entry = { guid, closed: false, stream }
    stream.on('close', () => {
      entry.closed = true
    })
    opened.push(entry)
    return { size: bytes.length, bytes: stream, close: () => void stream.destroy() }
  }
  return { attachmentBytes, opened }
}

const result = `const { createHash } = await import('node:crypto')
const done = (value) => this.ctx.log_info('RESULT ' + JSON.stringify(value))`
const probing = async (onInbound: string, { attachmentBytes }: ReturnType<typeof shelf>, probe: PluginCode = {}) => {
  const code = { onInbound: `${result}\n${onInbound}`, ...probe }
  bench = await testHost({ plugins: { probe: code }, calls: { attachmentBytes } })
}
const told = async (): Promise<unknown> => {
  const line = () => bench.logged.find(({ msg }) => msg.startsWith('RESULT '))?.msg
  await until(line, 'a result of the plugin')
  return JSON.parse(line()?.slice('RESULT '.length) ?? '')
}
const attached = (...guids: string[]) => ({
  attachments: guids.map((guid) => ({ guid, name: `${guid}.bin`, mime: null, size: sample.length })),
})

it('a plugin gets all bytes of an attachment', async () => {
  const files = shelf({ one: Buffer.from('first'), two: sample })
  await probing(
    `const all = await Promise.all(msg.attachments.map((one) => one.data()))
    done(all.map((bytes) => Buffer.from(bytes).toString('base64').slice(-40)).concat(all.map(({ length }) => length)))`,
    files,
  )
  bench.receive(attached('one', 'two'))
  expect(await told()).toEqual([
    Buffer.from('first').toString('base64'),
    sample.toString('base64').slice(-40),
    5,
    sample.length,
  ])
  await until(() => files.opened.every(({ closed }) => closed))
})

it('an attachment can be read in pieces, and abandoned in the middle', async () => {
  const files = shelf({ one: sample })
  await probing(
    `let length = 0
    for await (const piece of msg.attachments[0].stream()) length += piece.length
    for await (const piece of msg.attachments[0].stream()) break
    done(length)`,
    files,
  )
  bench.receive(attached('one'))
  expect(await told()).toBe(sample.length)
  await until(() => files.opened.length === 2 && files.opened.every(({ closed }) => closed))
})

it('the host reads no more from the disk than the plugin requests', async () => {
  const files = shelf({ one: randomBytes(8 * megabyte) })
  await probing(
    `const stream = msg.attachments[0].stream()[Symbol.asyncIterator]()
    await stream.next()
    done('began')
    await until(() => existsSync(this.ctx.data_dir + '/go'))`,
    files,
  )
  bench.receive(attached('one'))
  await told()
  const [file] = files.opened
  expect(file?.stream.bytesRead).toBeLessThan(megabyte)
  writeFileSync(join(bench.dataDir, 'go'), '')
})

it.each([
  ['that is not on this Mac', `msg.attachments[0].data()`, 'attachment_not_found'],
  ['of another message', `other`, 'attachment_not_found'],
])('an attachment %s is not found', async (_what, call, code) => {
  const files = shelf({ two: sample })
  await probing(
    `if (msg.text === 'first') { this.first = msg; return }
    const other = this.first?.attachments[0].data()
    await (${call}).catch((error) => done(error.code))`,
    files,
  )
  bench.receive({ ...attached('two'), text: 'first' })
  await until(() => bench.deliveries()[0]?.state === 'acked')
  bench.receive({ ...attached('gone'), text: 'second' })
  expect(await told()).toBe(code)
})

it('an attachment of more than 100 MB is refused', async () => {
  const { attachmentBytes, opened } = shelf({ one: sample })
  const pretending = (guid: string) => ({ ...(attachmentBytes(guid) as AttachmentBytes), size: 101 * megabyte })
  await probing(`await msg.attachments[0].stream().next().catch((error) => done(error.code))`, {
    attachmentBytes: pretending,
    opened,
  })
  bench.receive(attached('one'))
  expect(await told()).toBe('too_large')
  await until(() => opened.every(({ closed }) => closed))
})

it('data() refuses an attachment that would not fit into memory and refers to stream()', async () => {
  const files = shelf({ one: sample })
  await probing(`await msg.attachments[0].data().catch((error) => done(error.code))`, files)
  bench.receive({ attachments: [{ guid: 'one', name: 'a.mov', mime: null, size: 65 * megabyte }] })
  expect(await told()).toBe('too_large')
  expect(files.opened).toEqual([])
})

it('a message with attachments is still plain data', async () => {
  const files = shelf({ one: sample })
  await probing(`done([JSON.stringify(msg.attachments[0]), structuredClone(msg.attachments).length])`, files)
  bench.receive({ attachments: [{ guid: 'one', name: 'a.bin', mime: null, size: 3 }] })
  expect(await told()).toEqual(['{"mime":null,"name":"a.bin","size":3}', 1])
})

it('files are closed when the plugin dies while it reads them', async () => {
  const files = shelf({ one: sample })
  await probing(
    `if (msg.attempt > 1) return
    for await (const _ of msg.attachments[0].stream()) process.abort()`,
    files,
  )
  bench.receive(attached('one'))
  await until(() => files.opened.length === 1 && files.opened.every(({ closed }) => closed))
})
