import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testFolders } from '../../../src/store/test-folder.ts'
import { openUploads } from '../../../src/store/uploads.ts'
import { serverLimits } from '../../../src/web/auth/server-limits.ts'
import { listen } from '../../../src/web/listen.ts'
import { testApp } from '../../../src/web/test-app.ts'
import { openRaw, sendRaw } from '../../harness/raw-http.ts'

const short = {
  requestTimeout: 600,
  uploadTimeout: 2_400,
  keepAliveTimeout: 300,
  http: { ...serverLimits.http, headersTimeout: 300, connectionsCheckingInterval: 50 },
}

const folderOfTest = testFolders(onTestFinished)

async function listening(): Promise<number> {
  const uploads = openUploads({ folder: join(folderOfTest(), 'uploads'), needed: () => new Set() })
  const { port, close } = await listen(testApp({ uploads }).app, { host: '127.0.0.1', port: 0 }, short)
  onTestFinished(close)
  return port
}

/** Sends a byte at a time, for as long as the other side allows it. */
async function trickle(port: number, begin: string, byte: string): Promise<string> {
  const { socket, closed } = openRaw(port)
  socket.write(begin)
  const timer = setInterval(() => socket.write(byte), 20)
  const received = await closed
  clearInterval(timer)
  return received
}

const whole = 'GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n'

test.each([
  ['headers', 'GET /healthz HTTP/1.1\r\nx: ', 'a'],
  ['the first line', 'GET /', 'a'],
  [
    'a body',
    'POST /login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 10000\r\n\r\n{',
    ' ',
  ],
  [
    'chunks',
    'POST /login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n',
    '1\r\n \r\n',
  ],
])('%s that come a byte at a time are aborted, while others are answered', async (_what, begin, byte) => {
  const port = await listening()
  const slow = trickle(port, begin, byte)
  for (let n = 0; n < 10; n++) expect((await sendRaw(port, whole))[0]?.status).toBe(200)
  expect((await slow).slice(0, 12)).toBe('HTTP/1.1 408')
})

test('a file may take longer than other bodies, and is aborted later', async () => {
  const port = await listening()
  const head = (path: string, type: string) =>
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: 10000\r\n\r\n`
  const form = `--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n`
  const over: string[] = []
  const noted = (what: string) => (text: string) => {
    over.push(what)
    return text
  }
  const file = trickle(port, `${head('/api/v1/send/file', 'multipart/form-data; boundary=x')}${form}`, 'a')
  const login = trickle(port, `${head('/login', 'application/json')}{`, ' ')
  const texts = await Promise.all([login.then(noted('login')), file.then(noted('file'))])
  expect(texts.map((text) => text.slice(0, 12))).toEqual(['HTTP/1.1 408', 'HTTP/1.1 408'])
  expect(over).toEqual(['login', 'file'])
})

test('an idle keep-alive connection is closed', async () => {
  const { socket, closed } = openRaw(await listening())
  socket.write(whole.replace('close', 'keep-alive'))
  expect((await closed).slice(0, 12)).toBe('HTTP/1.1 200')
})

test('a request may take thirty seconds, with a file five minutes, its headers ten and sixteen kilobytes', () => {
  expect(serverLimits).toMatchObject({
    bodyLimit: 1_048_576,
    requestTimeout: 30_000,
    uploadTimeout: 300_000,
    http: { maxHeaderSize: 16_384, headersTimeout: 10_000, insecureHTTPParser: false },
  })
})
