import { expect, it } from 'vitest'
import { contentDisposition } from './content-disposition.ts'

it.each([
  ['photo.jpg', `inline; filename="photo.jpg"; filename*=UTF-8''photo.jpg`],
  ['Straße é.png', `inline; filename="Stra_e _.png"; filename*=UTF-8''Stra%C3%9Fe%20%C3%A9.png`],
  ['a"b%c.png', `inline; filename="a_b_c.png"; filename*=UTF-8''a%22b%25c.png`],
  [`it's (1)*.png`, `inline; filename="it's (1)*.png"; filename*=UTF-8''it%27s%20%281%29%2a.png`],
  ['../../etc/passwd', `inline; filename=".._.._etc_passwd"; filename*=UTF-8''.._.._etc_passwd`],
  ['a\r\nSet-Cookie: b=c', `inline; filename="a__Set-Cookie: b=c"; filename*=UTF-8''a__Set-Cookie%3A%20b%3Dc`],
  ['exe.\u202egpj', `inline; filename="exe._gpj"; filename*=UTF-8''exe._gpj`],
  ['\ud800.png', `inline; filename="_.png"; filename*=UTF-8''%EF%BF%BD.png`],
  ['', `inline; filename="attachment"; filename*=UTF-8''attachment`],
])('%j becomes %s', (name, header) => {
  expect(contentDisposition('inline', name)).toBe(header)
})

it('shortens a long name and keeps its ending', () => {
  const header = contentDisposition('attachment', `${'😀'.repeat(300)}.heic`)
  expect(header).toMatch(/^attachment; filename="_{145}\.heic"; /)
  expect(decodeURIComponent(header.split("''")[1] ?? '')).toBe(`${'😀'.repeat(145)}.heic`)
})
