/** Provides the floor of a request: a bare HTTP server that sends the same few bytes for everything. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const answer = JSON.stringify({ ok: true })
const server = createServer((_, response) => response.setHeader('content-type', 'application/json').end(answer))
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
