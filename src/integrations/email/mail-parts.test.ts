import { expect, it } from 'vitest'
import { readMail } from './mail-parts.ts'

const read = (...lines: string[]) => readMail(Buffer.from(lines.join('\r\n'), 'latin1'))
const plain = (type: string, encoding: string, body: string) =>
  read(`Content-Type: ${type}`, `Content-Transfer-Encoding: ${encoding}`, '', body).text

it('decodes text in every supported encoding and charset', () => {
  expect(read('Subject: x', '', 'hello', 'there').text).toBe('hello\nthere')
  expect(plain('text/plain; charset=utf-8', 'base64', Buffer.from('hällo 🦊').toString('base64'))).toBe('hällo 🦊')
  expect(plain('text/plain; charset="iso-8859-1"', 'quoted-printable', 'h=E4llo=\r\n there')).toBe('hällo there')
  expect(plain('text/plain; charset=windows-1252', '8bit', 'caf\xe9 \x80')).toBe('café €')
  expect(plain('text/plain; charset=unheard-of', '7bit', 'hello')).toBe('hello')
})

it('joins lines that were only broken to fit', () => {
  expect(plain('text/plain; format=flowed', '7bit', 'one \r\ntwo\r\nthree \r\n\r\n> quoted \r\n> more')).toBe(
    'one two\nthree \n> quoted \n> more',
  )
})

const outer = ['Content-Type: multipart/mixed;', ' boundary="a+b(c)"', '']
const attached = (disposition: string, body: string) => [
  '--a+b(c)',
  'Content-Type: image/png; name="x.png"',
  `Content-Disposition: ${disposition}`,
  'Content-Transfer-Encoding: base64',
  '',
  body,
]

it('finds the plain text beside HTML, and the attachments', () => {
  const { text, files } = read(
    ...outer,
    '--a+b(c)',
    'Content-Type: multipart/alternative; boundary=inner',
    '',
    '--inner',
    'Content-Type: text/plain',
    '',
    'plain',
    '--inner',
    'Content-Type: text/html',
    '',
    '<p>',
    '--inner--',
    ...attached('inline; filename=logo.png', 'AAAA'),
    ...attached('attachment; filename="my \\"photo\\".png"', 'AQID'),
    ...attached("attachment; filename*=utf-8''%C3%BC.png", 'BAUG'),
    ...attached('attachment; filename="=?utf-8?Q?sch=C3=B6n?= =?utf-8?B?ZXI=?=.png"', 'BAUG'),
    '--a+b(c)--',
  )
  expect(text).toBe('plain')
  expect(files.map(({ name, mime, bytes }) => [name, mime, [...bytes]])).toEqual([
    ['my "photo".png', 'image/png', [1, 2, 3]],
    ['ü.png', 'image/png', [4, 5, 6]],
    ['schöner.png', 'image/png', [4, 5, 6]],
  ])
})

it('takes the first plain text alone: neither a footer nor a mail that is forwarded within', () => {
  const { text, files } = read(
    ...outer,
    '--a+b(c)',
    'Content-Type: text/plain',
    '',
    'what was written',
    '--a+b(c)',
    'Content-Type: text/plain',
    'Content-Disposition: inline',
    '',
    'footer of a list',
    '--a+b(c)',
    'Content-Type: message/rfc822',
    '',
    'Subject: forwarded',
    '',
    'what another wrote',
    '--a+b(c)--',
  )
  expect([text, files]).toEqual(['what was written', []])
})

it.each([
  ['nothing', ''],
  ['no body', 'Subject: x'],
  ['a boundary that never comes', 'Content-Type: multipart/mixed; boundary=x\r\n\r\nhello'],
  ['HTML alone', 'Content-Type: text/html\r\n\r\n<p>hello'],
  [
    'parts within parts',
    `Content-Type: multipart/mixed; boundary=x\r\n\r\n${'--x\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n'.repeat(500)}`,
  ],
])('reads %s without failing', (_, raw) => {
  expect(() => readMail(Buffer.from(raw))).not.toThrow()
})
