import { expect, onTestFinished, test } from 'vitest'
import { serverLimits } from '../../../src/web/auth/server-limits.ts'
import { listen } from '../../../src/web/listen.ts'
import { testApp } from '../../../src/web/test-app.ts'
import { openRaw, sendRaw } from '../../harness/raw-http.ts'

const short = {
  requestTimeout: 600,
  uploadTimeout: 1_200,
  keepAliveTimeout: 300,
  http: { ...serverLimits.http, headersTimeout: 300, connectionsCheckingInterval: 50 },
}

async function listening(): Promise<number> {
  const { port, close } = await listen(testApp().app, { host: '127.0.0.1', port: 0 }, short)
  onTestFinished(close)
  return port
}

/** A byte at a time, for as long as the other side lets it. */
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
])('%s that come a byte at a time are given up, while others are answered', async (_what, begin, byte) => {
  const port = await listening()
  const slow = trickle(port, begin, byte)
  for (let n = 0; n < 10; n++) expect((await sendRaw(port, whole))[0]?.status).toBe(200)
  expect((await slow).slice(0, 12)).toBe('HTTP/1.1 408')
})

test('a connection that is kept and asks nothing more is closed', async () => {
  const { socket, closed } = openRaw(await listening())
  socket.write(whole.replace('close', 'keep-alive'))
  expect((await closed).slice(0, 12)).toBe('HTTP/1.1 200')
})

test('a request may take thirty seconds, its headers ten and sixteen kilobytes', () => {
  expect(serverLimits).toMatchObject({
    bodyLimit: 1_048_576,
    requestTimeout: 30_000,
    http: { maxHeaderSize: 16_384, headersTimeout: 10_000, insecureHTTPParser: false },
  })
})
