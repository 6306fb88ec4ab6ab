/** Simulates stream clients that request anything, leave half-way, or write where they should read. */
import { ok } from 'node:assert'
import { chance, pick, type Random, wholeNumber } from '../../../simulator/random.ts'
import { bridgeHere } from '../../../test/harness/bridge-here.ts'
import { openRaw, requestOf } from '../../../test/harness/raw-http.ts'
import { webHere } from '../../../test/harness/web-here.ts'
import { mutatedText, strangeText } from '../mutate.ts'
import type { Target } from '../run.ts'

export const eventStreams: Target = {
  name: 'event-streams',
  claim: 'whoever listens and however they leave, the next one is told of the next message',
  async open() {
    const bridge = await bridgeHere()
    const web = await webHere({ over: bridge.mac, config: { relay: { scope: 'everyone', poll_interval_s: 0.1 } } })
    const port = Number(new URL(web.url).port)
    return {
      async attempt(random) {
        const strange = openRaw(port)
        strange.socket.write(strangeListener(random, port))
        if (chance(random, 0.3)) strange.socket.write(strangeText(random))
        if (chance(random, 0.3)) strange.socket.end()
        const next = openRaw(port)
        next.socket.write(requestOf('/api/v1/events', { headers: [`host: 127.0.0.1:${port}`] }))
        const status = await firstLine(next)
        strange.socket.destroy()
        next.socket.destroy()
        ok(status.includes(' 200 '), status)
      },
      async close() {
        await web[Symbol.asyncDispose]()
        await bridge[Symbol.asyncDispose]()
      },
    }
  },
}

function strangeListener(random: Random, port: number): Buffer {
  const headers = [
    `host: 127.0.0.1:${port}`,
    `last-event-id: ${chance(random, 0.5) ? wholeNumber(random, -5, 1e9) : strangeText(random).replaceAll(/[\r\n\0]/g, '')}`,
    ...(chance(random, 0.2) ? [`accept: ${pick(random, ['text/html', 'text/event-stream', '*/*'])}`] : []),
  ]
  const path = pick(random, [
    '/api/v1/events',
    '/api/v1/events?types=new_message',
    '/api/ui/logs',
    '/api/v1/events?x=1',
  ])
  const request = requestOf(path, { headers })
  return Buffer.from(chance(random, 0.4) ? mutatedText(random, request) : request)
}

async function firstLine({ received, closed }: ReturnType<typeof openRaw>): Promise<string> {
  for (;;) {
    const [line = ''] = received().split('\r\n')
    if (received().includes('\r\n')) return line
    const ended = await Promise.race([closed.then(() => true), new Promise<false>((wait) => setImmediate(wait, false))])
    if (ended && received() === '') return 'closed without a word'
  }
}
