/** Receives posts on loopback for tests. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

interface Received {
  key: string | string[] | undefined
  type: string | undefined
  body: unknown
  path: string | undefined
}

export type Answer = (response: ServerResponse, request: IncomingMessage) => void
export const answering =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end()
export const never: Answer = () => undefined

/** Starts receivers that answer from the list, repeating the last answer; they are closed when the test ends. */
export const receivers =
  (onTestFinished: (close: () => void) => void) =>
  async (...answers: Answer[]) => {
    const received: Received[] = []
    const server = createServer(async (request, response) => {
      const body: unknown = JSON.parse(await text(request))
      const answer = answers[Math.min(received.length, answers.length - 1)]
      const { 'idempotency-key': key, 'content-type': type } = request.headers
      received.push({ key, type, body, path: request.url })
      answer?.(response, request)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => {
      server.close()
      server.closeAllConnections()
    })
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
  }
