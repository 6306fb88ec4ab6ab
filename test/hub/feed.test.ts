import { setTimeout as pause } from 'node:timers/promises'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Caller } from '../../src/actions/action.ts'
import { HubStreams } from '../../src/hub/services/hub-streams.ts'
import type { NarrowFeed } from '../../src/hub/services/narrowed-feed.ts'
import { ensureStream, hubStreams } from '../../src/hub/streams/streams.ts'
import type { RequestContext } from '../../src/web/handler.ts'
import { hasHubServers, hubNats } from '../harness/hub-servers.ts'

interface Told {
  id: string
  n?: number
  type?: string
}

describe.runIf(hasHubServers)('the feed of a hub', () => {
  let server: Awaited<ReturnType<typeof hubNats>>
  let nats: NatsConnection
  beforeAll(async () => {
    server = await hubNats()
    nats = await server.connect()
  })
  afterAll(async () => {
    await nats?.close()
    await server?.[Symbol.asyncDispose]()
  })

  async function newFeed(): Promise<void> {
    const manager = await jetstreamManager(nats, { checkAPI: false })
    await manager.streams.delete('FEED').catch(() => undefined)
    await ensureStream(manager, hubStreams.feed(), 1)
  }
  const tell = async (...numbers: number[]) => {
    for (const n of numbers) await jetstream(nats).publish('feed.1', JSON.stringify([{ n }]))
  }

  /** A web process of the hub, as far as its events go. */
  async function webProcess(narrow?: NarrowFeed) {
    const streams = new HubStreams({
      nats,
      stillAdmitted: () => true,
      narrowFor: () => narrow,
      secret: new Uint8Array(32),
    })
    const app = fastify({ forceCloseConnections: true })
    app.get<{ Querystring: { since?: number } }>('/events', (request, reply) => {
      const { since } = request.query
      const context = { caller: { id: 'somebody' } as Caller, request, reply } as unknown as RequestContext
      return streams.events((since === undefined ? {} : { since: Number(since) }) as never, context)
    })
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    onTestFinished(async () => {
      streams.close()
      await app.close()
    })
    return async function* (since?: number): AsyncGenerator<Told> {
      const { body } = await fetch(`${url}/events${since === undefined ? '' : `?since=${since}`}`)
      let text = ''
      for await (const part of body as ReadableStream<Uint8Array>) {
        const whole = (text + Buffer.from(part).toString()).split('\n\n')
        text = whole.pop() ?? ''
        for (const one of whole) {
          const [, id = ''] = /^id: (\d+)/m.exec(one) ?? []
          const [, data = '{}'] = /^data: (.*)$/m.exec(one) ?? []
          yield { id, ...JSON.parse(data) }
        }
      }
    }
  }

  const next = async (events: AsyncGenerator<Told>, count: number): Promise<Told[]> => {
    const told: Told[] = []
    for (let one = 0; one < count; one++) told.push((await events.next()).value as Told)
    return told
  }

  test('reaches a limited reader completely, however long it takes to decide what that reader may see', async () => {
    await newFeed()
    const events = (
      await webProcess(async (told) => {
        await pause(20)
        return [...told]
      })
    )()
    await next(events, 1)
    const count = 20
    const telling = (async () => {
      for (let n = 0; n < count; n++) {
        await tell(n)
        await pause(30)
      }
      await tell(-1)
    })()
    const told: Told[] = []
    for await (const event of events) {
      if (event.n === -1) break
      told.push(event)
    }
    await telling
    expect(told.map(({ n }) => n)).toEqual(Array.from({ length: count }, (_, n) => n))
  })

  test('continues without a gap for a client that reconnects to another process', async () => {
    await newFeed()
    const before = (await webProcess())()
    await next(before, 1)
    await tell(1, 2, 3)
    const heard = await next(before, 3)
    expect(heard.map(({ n }) => n)).toEqual([1, 2, 3])
    const after = (await webProcess())(Number(heard[0]?.id))
    // The first says how long to wait before coming back.
    const again = (await next(after, 3)).slice(1)
    expect(again).toEqual(heard.slice(1))
    await tell(4)
    expect(await next(after, 1)).toMatchObject([{ n: 4 }])
    expect(await next(before, 1)).toMatchObject([{ n: 4 }])
  })

  test('tells clients to read everything after the feed was made anew or has dropped what they missed', async () => {
    await newFeed()
    const web = await webProcess()
    const old = web()
    await next(old, 1)
    await tell(1, 2)
    const [first] = await next(old, 2)
    await newFeed()
    expect(await next(old, 1)).toMatchObject([{ type: 'reset' }])
    await tell(3, 4, 5)
    const [third] = await next(old, 3)
    expect(await next(web(Number(first?.id)), 2)).toMatchObject([{}, { type: 'reset' }])
    await (await jetstreamManager(nats, { checkAPI: false })).streams.purge('FEED', { seq: 3 })
    const later = await webProcess()
    expect(await next(later(Number(third?.id)), 2)).toMatchObject([{}, { type: 'reset' }])
  })
})
