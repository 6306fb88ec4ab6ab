/**
 * Runs a push service on loopback, and browsers that subscribe at it. They open what they are sent with an
 * implementation that is not ours.
 */
import { createECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import ece from 'http_ece'
import type { Pushed } from '../../src/contract/push.ts'
import type { PushSettings } from '../../src/push/open-push.ts'

/** Lets the service reach a push service on loopback, and pushes at once. */
export const pushOnLoopback: PushSettings = {
  graceMs: 0,
  pauses: { firstMs: 20, longestMs: 20 },
  reach: { refusalOfEndpoint: () => undefined, refusalOfAddress: () => undefined },
}

export interface ArrivedPush {
  headers: IncomingHttpHeaders
  /** The push as it was carried. */
  sealed: Buffer
  contents: Pushed
  /** The status of the response. */
  status: number
}

export interface SubscribedBrowser {
  /** The subscription that its page sends to the service. */
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  arrived: ArrivedPush[]
  /** The pushes that were taken. */
  taken(): Pushed[]
}

export interface PushServiceHere extends AsyncDisposable {
  url: string
  subscribe(): SubscribedBrowser
}

type Answer = number | { status: number; headers: Record<string, string> }
export type PushAnswer = (contents: Pushed) => Answer | Promise<Answer>

export async function startPushService(answer: PushAnswer = () => 201): Promise<PushServiceHere> {
  const browsers = new Map<string, { open(sealed: Buffer): Pushed; arrived: ArrivedPush[] }>()
  const server = createServer(async (request, response) => {
    const sealed = await buffer(request)
    const browser = browsers.get(request.url ?? '')
    if (browser === undefined) return void response.writeHead(404).end()
    const contents = browser.open(sealed)
    const given = await answer(contents)
    const { status, headers } = typeof given === 'number' ? { status: given, headers: {} } : given
    browser.arrived.push({ headers: request.headers, sealed, contents, status })
    response.writeHead(status, headers).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    subscribe() {
      const [ecdh, auth] = [createECDH('prime256v1'), randomBytes(16).toString('base64url')]
      const p256dh = ecdh.generateKeys().toString('base64url')
      const path = `/push/${randomBytes(16).toString('base64url')}`
      const open = (sealed: Buffer) =>
        JSON.parse(ece.decrypt(sealed, { version: 'aes128gcm', privateKey: ecdh, authSecret: auth }).toString())
      const arrived: ArrivedPush[] = []
      browsers.set(path, { open, arrived })
      return {
        subscription: { endpoint: `${url}${path}`, keys: { p256dh, auth } },
        arrived,
        taken: () => arrived.filter(({ status }) => status < 300).map(({ contents }) => contents),
      }
    },
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}
