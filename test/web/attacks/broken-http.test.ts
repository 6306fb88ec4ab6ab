import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRaw, sendRaw } from '../../harness/raw-http.ts'
import { type WebProcess, webProcess } from '../../harness/web-process.ts'

let web: WebProcess

beforeAll(async () => {
  web = await webProcess()
})

afterAll(() => web?.[Symbol.asyncDispose]())

const lines = (...all: string[]) => [...all, '', ''].join('\r\n')
const host = () => `host: 127.0.0.1:${web.port}`
/** Would be answered with "ok" if it were treated as a request of its own. */
const hidden = () => lines('GET /healthz HTTP/1.1', host(), 'connection: close')

const json = 'content-type: application/json'
const chunked = 'transfer-encoding: chunked'

describe('a second request hidden behind the length of a first is never answered', () => {
  test.each<[string, string[], string]>([
    ['length and chunks', ['content-length: 4', chunked], '0\r\n\r\n'],
    ['chunks and length', [chunked, 'content-length: 4'], '0\r\n\r\n'],
    ['two lengths', ['content-length: 0', 'content-length: 4'], ''],
    ['the same length twice in one', ['content-length: 0, 0'], ''],
    ['a negative length', ['content-length: -1'], ''],
    ['a length with a sign', ['content-length: +0'], ''],
    ['a length in hexadecimal', ['content-length: 0x0'], ''],
    ['a length that is no number', ['content-length: zero'], ''],
    ['a length too large for a number', ['content-length: 18446744073709551616'], ''],
    ['another coding after chunks', ['transfer-encoding: chunked, identity'], '0\r\n\r\n'],
    ['chunks twice', [chunked, 'transfer-encoding: identity'], '0\r\n\r\n'],
    ['a coding that looks like chunks', ['transfer-encoding: xchunked'], '0\r\n\r\n'],
    ['a coding in quotes', ['transfer-encoding: "chunked"'], '0\r\n\r\n'],
    ['a coding behind a vertical tab', ['transfer-encoding: \u000bchunked'], '0\r\n\r\n'],
    ['a blank before the colon', ['transfer-encoding : chunked'], '0\r\n\r\n'],
    ['a blank before the name', [' transfer-encoding: chunked'], '0\r\n\r\n'],
    ['a carriage return alone', [`x: y\r${chunked}`], '0\r\n\r\n'],
    ['a zero byte', ['x: y\0z'], ''],
    ['a size that is none', [chunked], 'x\r\n\r\n'],
    ['a negative size', [chunked], '-1\r\n\r\n'],
    ['a size with a sign', [chunked], '+0\r\n\r\n'],
    ['a size in another writing', [chunked], '0x0\r\n\r\n'],
    ['a size too large for a number', [chunked], 'ffffffffffffffffff\r\n\r\n'],
    ['a size and a line feed alone', [chunked], '0\n\n'],
    ['a chunk without its end', [chunked], '1\r\nab\r\n0\r\n\r\n'],
    ['a line feed in what follows the size', [chunked], '0;a\nb\r\n\r\n'],
  ])('%s', async (_what, headers, body) => {
    const first = `POST /login HTTP/1.1\r\n${[host(), json, ...headers].join('\r\n')}\r\n\r\n`
    const answers = await sendRaw(web.port, `${first}${body}${hidden()}`)
    expect(answers.map(({ status }) => status)).toEqual([400])
    expect(answers[0]?.body).not.toContain('"ok"')
  })

  test.each(['GET', 'HEAD', 'OPTIONS', 'DELETE'])('the body of a %s', async (method) => {
    const answers = await sendRaw(
      web.port,
      `${method} /nothing HTTP/1.1\r\n${host()}\r\ncontent-length: ${hidden().length}\r\nconnection: close\r\n\r\n${hidden()}`,
    )
    expect(answers).toHaveLength(1)
    expect(answers[0]?.body).not.toContain('"ok":true')
  })
})

test('pipelined requests are answered in their order', async () => {
  const targets = ['/healthz', '/version', '/login', '/nothing', '/healthz']
  const many = Array.from({ length: 40 }, () => targets).flat()
  const each = many.map((target) => `GET ${target} HTTP/1.1\r\n${host()}\r\n\r\n`)
  const answers = await sendRaw(web.port, `${each.join('')}${hidden()}`)
  expect(answers.map(({ status }) => status)).toEqual([...many.map((target) => statusOf[target]), 200])
})
const statusOf: Record<string, number> = { '/healthz': 200, '/version': 401, '/login': 200, '/nothing': 404 }

test.each<[string, string, number]>([
  ['headers that have no end', `GET / HTTP/1.1\r\nx: ${'a'.repeat(200_000)}`, 413],
  ['many headers', `GET / HTTP/1.1\r\n${'a: b\r\n'.repeat(20_000)}`, 413],
  ['an address that has no end', `GET /${'a'.repeat(200_000)}`, 413],
  ['a huge length', lines('POST /login HTTP/1.1', 'host: HOST', json, 'content-length: 10000000000'), 413],
  [
    'a chunk that is huge',
    `${lines('POST /login HTTP/1.1', 'host: HOST', json, chunked)}7fffffff\r\n${'a'.repeat(2_000_000)}`,
    413,
  ],
  [
    'remarks on chunks that have no end',
    `${lines('POST /login HTTP/1.1', 'host: HOST', json, chunked)}1;${'a'.repeat(200_000)}`,
    413,
  ],
])('%s: a response comes before the end, and the connection is closed', async (_what, bytes, status) => {
  const { socket, closed } = openRaw(web.port)
  // The client never ends the connection.
  socket.write(bytes.replaceAll('HOST', `127.0.0.1:${web.port}`))
  expect((await closed).slice(0, 12)).toBe(`HTTP/1.1 ${status}`)
})

test('a thousand connections that send only the beginning of a request keep nobody out', async () => {
  const silent = Array.from({ length: 1_000 }, () => openRaw(web.port))
  for (const { socket } of silent) socket.write('GET /healthz HTTP/1.1\r\nhost: ')
  for (let n = 0; n < 50; n++) {
    const [answer] = await sendRaw(web.port, hidden())
    expect(answer?.status).toBe(200)
  }
  for (const { socket } of silent) socket.destroy()
})
