/**
 * A receiver of webhooks on loopback: refuses, hangs or is slow as a scenario wants, and remembers what it accepted. A
 * delivery that comes again under the same id is answered again and counts once, as the documentation asks of receivers.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

export type Mood = 'accepts' | 'refuses' | 'hangs' | 'is slow'

export interface Accepted {
  readonly id: string
  readonly conversation: string
  readonly text: string
}

export interface WebhookReceiver {
  mood: Mood
  /** The deliveries in the order in which they were accepted. */
  readonly accepted: readonly Accepted[]
  /** The number of requests that came in, including those that were refused or not answered. */
  readonly requests: number
  open(): Promise<void>
  close(): void
}

interface Options {
  port: number
  /** The address to listen on; by default every one of loopback. */
  host?: string | undefined
  /** Takes the time for which a slow receiver works on a delivery. */
  work(): Promise<unknown>
}

export function webhookReceiver({ port, host, work }: Options): WebhookReceiver {
  const accepted: Accepted[] = []
  /** The deliveries that it has or works on. */
  const known = new Map<string, Promise<void>>()
  let requests = 0

  async function take(delivery: Accepted, mood: Mood): Promise<void> {
    if (mood === 'is slow') await work()
    accepted.push(delivery)
  }
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { mood } = receiver
    const body = JSON.parse(await text(request)) as { type: string; conversation_id: string; text: string | null }
    requests++
    if (mood === 'hangs') return
    if (mood === 'refuses') return void response.writeHead(500).end()
    const id = String(request.headers['idempotency-key'])
    if (body.type === 'message') {
      const delivery = { id, conversation: body.conversation_id, text: body.text ?? '' }
      const taken = known.get(id) ?? take(delivery, mood)
      known.set(id, taken)
      await taken
    }
    response.writeHead(204).end()
  }
  const servers = (host === undefined ? ['127.0.0.1', '::1'] : [host]).map((address) => ({
    address,
    server: createServer((request, response) => void answer(request, response).catch(() => response.destroy())),
  }))
  const receiver: WebhookReceiver = {
    mood: 'accepts',
    accepted,
    get requests() {
      return requests
    },
    async open() {
      for (const { address, server } of servers) {
        server.listen(port, address)
        await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
          // A machine may have no IPv6; a scenario that needs it cannot be played there.
          if (host !== undefined || error.code !== 'EADDRNOTAVAIL') throw error
        })
      }
    },
    close() {
      for (const { server } of servers) {
        server.close()
        server.closeAllConnections()
      }
    },
  }
  return receiver
}
