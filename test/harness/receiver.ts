/** Receives webhooks on loopback, records each request, and responds as the test wants. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Delivered {
  headers: IncomingHttpHeaders
  body: {
    type: string
    delivery_id: string
    conversation_id: string
    sender: string
    is_group: boolean
    group_name: string | null
    text: string | null
    ts: string
    kind: string
    reply_to: string | null
    is_note?: true
    line?: string
    attachments: { mime: string | null; name: string; size: number }[]
  }
  /** The body as it came. */
  raw: string
  /** The status of the response. */
  status: number
  /** Unix milliseconds. */
  atMs: number
}

export interface Receiver extends AsyncDisposable {
  url: string
  delivered: Delivered[]
  /** Texts of the accepted requests, in order of arrival. */
  texts(): (string | null)[]
}

/** The status of the response, and its body if it has one. */
type Response = number | { status: number; body: object }
export type Answer = (body: Delivered['body']) => Response | Promise<Response>

export async function startReceiver(answer: Answer = () => 204): Promise<Receiver> {
  const delivered: Delivered[] = []
  const server = createServer(async (request, response) => {
    const raw = await text(request)
    const body = JSON.parse(raw) as Delivered['body']
    const answered = await answer(body)
    const { status, body: said } = typeof answered === 'number' ? { status: answered, body: undefined } : answered
    delivered.push({ headers: request.headers, body, raw, status, atMs: Date.now() })
    response.writeHead(status).end(said && JSON.stringify(said))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    delivered,
    texts: () => delivered.filter(({ status }) => status < 300).map(({ body }) => body.text),
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}
