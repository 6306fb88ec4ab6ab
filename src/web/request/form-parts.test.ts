import { expect, it } from 'vitest'
import { formParts } from './form-parts.ts'

const boundary = 'xyz'
const type = `multipart/form-data; boundary=${boundary}`

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

interface Read {
  name: string
  filename: string | undefined
  text: string
}

async function read(body: string | Buffer, { contentType = type, size = 65_536 } = {}): Promise<Read[]> {
  const found: Read[] = []
  for await (const { name, filename, bytes } of formParts(inChunks(Buffer.from(body), size), contentType)) {
    let text = ''
    for await (const chunk of bytes) text += chunk.toString('latin1')
    found.push({ name, filename, text })
  }
  return found
}

const part = (disposition: string, content: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`
const end = `--${boundary}--\r\n`

it.each([1, 2, 3, 5, 7, 64, 1_000])('gives the same result in chunks of %i bytes', async (size) => {
  const body = `${part('name="a"', 'one')}${part('name="f"; filename="f.txt"', `\r\n--xy\r\n--x\r\n\r\n--`)}${part('name="b"', '')}${end}`
  expect(await read(body, { size })).toEqual([
    { name: 'a', filename: undefined, text: 'one' },
    { name: 'f', filename: 'f.txt', text: '\r\n--xy\r\n--x\r\n\r\n--' },
    { name: 'b', filename: undefined, text: '' },
  ])
})

it('reads what fetch sends, byte for byte', async () => {
  const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, index) => (index * 7919) % 256))
  const form = new FormData()
  form.append('text', 'a\u2028b 👩‍👩‍👧\u202e "q"')
  form.append('file', new File([bytes], 'plän "7" 100%.pdf', { type: 'application/pdf' }))
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  const contentType = request.headers.get('content-type') ?? ''
  const [text, file] = await read(Buffer.from(await request.arrayBuffer()), { contentType, size: 1_021 })
  expect(Buffer.from(text?.text ?? '', 'latin1').toString()).toBe('a\u2028b 👩‍👩‍👧\u202e "q"')
  expect(file).toMatchObject({ name: 'file', filename: 'plän "7" 100%.pdf' })
  expect(Buffer.from(file?.text ?? '', 'latin1').equals(bytes)).toBe(true)
})

it.each([
  ['of a browser', 'name="f"; filename="a%22b\\c.txt"', 'a"b\\c.txt'],
  ['of curl', 'name="f"; filename="a\\"b\\\\c.txt"', 'a"b\\c.txt'],
  ['without quotation marks', 'name=f; filename=a.txt', 'a.txt'],
  ['of older programs', 'name="f"; filename="?.txt"; filename*=utf-8\'\'%C3%A4.txt', 'ä.txt'],
  ['that leads elsewhere', 'name="f"; filename="../../x"', '../../x'],
  ['with a zero byte', 'name="f"; filename="a\0b"', 'a\0b'],
  ['of no length', 'name="f"; filename=""', ''],
])('reads a file name %s', async (_whose, disposition, filename) => {
  expect(await read(part(disposition, 'x') + end)).toEqual([{ name: 'f', filename, text: 'x' }])
})

it("other lines of a part's header are skipped, in any case", async () => {
  const body = `--xyz\r\nContent-Type: text/plain; charset=utf-16\r\nCONTENT-DISPOSITION: form-data; NAME="a"\r\n\r\nb\r\n${end}`
  expect(await read(body)).toEqual([{ name: 'a', filename: undefined, text: 'b' }])
})

it('a part that nobody reads is skipped', async () => {
  const names: string[] = []
  const body = Buffer.from(`${part('name="a"', 'x'.repeat(10_000))}${part('name="b"', 'y')}${end}`)
  for await (const { name } of formParts(inChunks(body, 100), type)) names.push(name)
  expect(names).toEqual(['a', 'b'])
})

it.each<[string, string | Buffer, string?]>([
  ['nothing', ''],
  ['no boundary in the header', end, 'multipart/form-data'],
  ['an empty boundary', end, 'multipart/form-data; boundary='],
  ['a boundary that is too long', end, `multipart/form-data; boundary=${'x'.repeat(71)}`],
  ['another boundary', '--other\r\n\r\n--other--'],
  ['words before it', `hello\r\n${part('name="a"', 'b')}${end}`],
  ['no end', part('name="a"', 'b')],
  ['an end in the middle of a part', part('name="a"', 'b').slice(0, -3)],
  ['an end within a description', '--xyz\r\nContent-Disposition: form-da'],
  ['no description', `--xyz\r\n\r\nb\r\n${end}`],
  ['a description without an end', `--xyz\r\n${'a'.repeat(100_000)}`],
  ['a description that is too long', `--xyz\r\nx: ${'a'.repeat(9_000)}\r\n\r\nb\r\n${end}`],
  ['no name', `${part('filename="a"', 'b')}${end}`],
  ['a quotation mark too many', `${part('name="a"b"', 'b')}${end}`],
  ['a quotation mark too few', `${part('name="a', 'b')}${end}`],
  ['another disposition', `--xyz\r\nContent-Disposition: attachment; name="a"\r\n\r\nb\r\n${end}`],
  ['a name that is not UTF-8', Buffer.from(`${part('name="\xff"', 'b')}${end}`, 'latin1')],
  ['a name that says how and cannot', `${part('name="a"; filename*=utf-8\'\'%zz', 'b')}${end}`],
])('refuses a form with %s', async (_what, body, contentType = type) => {
  await expect(read(body, { contentType })).rejects.toMatchObject({ code: 'invalid_request', details: { in: 'body' } })
})
