/** Stands in for a model provider on loopback: whatever is asked, it answers with the same words. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface ModelProvider extends AsyncDisposable {
  /** The address for settings, with /v1 at its end. */
  url: string
  /** The requests, as JSON text. */
  asked: string[]
}

export async function startModelProvider(answer: string): Promise<ModelProvider> {
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    const said = await text(request)
    asked.push(said)
    const about = { id: 'stub-1', created: 1, model: 'stub' }
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
    if (!/"stream":\s*true/.test(said)) {
      const message = { role: 'assistant', content: answer }
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify({
          ...about,
          object: 'chat.completion',
          usage,
          choices: [{ index: 0, message, finish_reason: 'stop' }],
        }),
      )
      return
    }
    response.setHeader('content-type', 'text/event-stream')
    const piece = (delta: object, reason: string | null = null) =>
      `data: ${JSON.stringify({ ...about, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`
    response.write(piece({ role: 'assistant', content: answer }))
    response.write(piece({}, 'stop'))
    response.end(
      `data: ${JSON.stringify({ ...about, object: 'chat.completion.chunk', choices: [], usage })}\n\ndata: [DONE]\n\n`,
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}
