/** Receives the demo's webhook: listens on loopback and accepts requests with a valid signature. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { freePort } from './free-port.ts'

export interface DemoReceiver {
  url: string
  readonly received: number
  stop(): Promise<void>
}

const ownUrl = /^http:\/\/127\.0\.0\.1:(\d+)\/webhook$/

/** Undefined for an address that does not belong to a demo. */
export function portOfDemo(url: string): number | undefined {
  const [, port] = ownUrl.exec(url) ?? []
  return port === undefined ? undefined : Number(port)
}

/** Uses another port where that one is taken. */
export async function startDemoReceiver(secret: string, port = 0): Promise<DemoReceiver> {
  let received = 0
  const server = createServer(async (request, response) => {
    const isSigned = signatureMatches(request, await text(request), secret)
    if (isSigned) received += 1
    response.writeHead(isSigned ? 204 : 401).end()
  })
  server.listen(await freePort(port), '127.0.0.1')
  await once(server, 'listening')
  const { port: bound } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${bound}/webhook`,
    get received() {
      return received
    },
    async stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Signs as the Standard Webhooks specification says: base64 HMAC-SHA256 over id, timestamp and body. */
function signatureMatches({ headers }: IncomingMessage, body: string, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const expected = Buffer.from(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
  const given = Buffer.from(String(headers['webhook-signature']))
  return given.length === expected.length && timingSafeEqual(given, expected)
}
