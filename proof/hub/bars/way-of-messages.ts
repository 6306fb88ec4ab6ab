/** Follows messages from their Macs to the feed of the hub, with the time of each stage, and measures the machine itself beside. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { jetstream, jetstreamManager, StorageType } from '@nats-io/jetstream'
import type { Msg, NatsConnection } from '@nats-io/transport-node'
import { macOf } from '../../../src/envelope/subjects.ts'
import { hubRowid } from '../../../src/hub/store/ids.ts'
import { readFrom } from '../../../src/hub/streams/streams.ts'
import type { HubWorld } from '../hub-world.ts'

/** Milliseconds since the epoch, with fractions, as the times at which messages are written. */
export const nowMs = (): number => performance.timeOrigin + performance.now()

interface CarriedEvent {
  type: string
  rowid: number
}

const eventsIn = (data: Uint8Array, read: (said: unknown) => CarriedEvent[]): CarriedEvent[] =>
  read(JSON.parse(new TextDecoder().decode(data))).filter(({ type }) => type === 'new_message')

/** The times at which messages passed the stages of their way, by their numbers in the hub. */
export class WayOfMessages {
  readonly published = new Map<number, number>()
  readonly told = new Map<number, number>()

  static async follow(world: HubWorld): Promise<WayOfMessages> {
    const [way, nats] = [new WayOfMessages(), await world.connection()]
    const macs = await world.database.query<{ name: string; line: number }>('SELECT name, line FROM mac')
    const lineOf = new Map(macs.map(({ name, line }) => [name, line]))
    nats.subscribe('up.*.*.live', {
      callback: (_error: Error | null, { subject, data }: Msg) => {
        const [atMs, line] = [nowMs(), lineOf.get(macOf(subject)) ?? 0]
        for (const { rowid } of eventsIn(data, (said) => (said as { events: CarriedEvent[] }).events))
          way.published.set(hubRowid(line, rowid), atMs)
      },
    })
    nats.subscribe('feed.>', {
      callback: (_error: Error | null, { data }: Msg) => {
        const atMs = nowMs()
        for (const { rowid } of eventsIn(data, (said) => said as CarriedEvent[])) way.told.set(rowid, atMs)
      },
    })
    await nats.flush()
    return way
  }

  /** The milliseconds of each stage, of those messages that have passed it. */
  stages(written: ReadonlyMap<number, number>): Record<'all' | 'untilPublished' | 'untilTold', number[]> {
    const between = (from: ReadonlyMap<number, number>, to: ReadonlyMap<number, number>) =>
      [...written.keys()].flatMap((rowid) => {
        const [startMs, endMs] = [from.get(rowid), to.get(rowid)]
        return startMs === undefined || endMs === undefined ? [] : [endMs - startMs]
      })
    return {
      all: between(written, this.told),
      untilPublished: between(written, this.published),
      untilTold: between(this.published, this.told),
    }
  }
}

export interface Floor {
  /** The milliseconds from publishing something to hearing that PostgreSQL has it. */
  samples: number[]
  /** The most by which 99 of 100 timers of this process, where all times are taken, were late. */
  lateMs: number
}

const floorEveryMs = 100
const timerMs = 10
const stream = 'PROOF_FLOOR'

/** Publishes, reads, inserts and notifies without anything else, until it is stopped. */
export async function startFloor({ database }: HubWorld, nats: NatsConnection): Promise<{ stop(): Promise<Floor> }> {
  const delays = monitorEventLoopDelay({ resolution: timerMs })
  delays.enable()
  const manager = await jetstreamManager(nats)
  await manager.streams.add({ name: stream, subjects: ['proof.floor'], storage: StorageType.File })
  await database.query('CREATE TABLE proof_floor (n int PRIMARY KEY, text text NOT NULL)')
  let heard = Promise.withResolvers<void>()
  const listening = database.listen('proof_floor', (said) => said !== '' && heard.resolve())
  await listening.begun
  const client = jetstream(nats)
  const messages = await readFrom(client, stream, 0)
  const held = await database.hold()
  const storing = (async () => {
    for await (const message of messages)
      await held.transaction(async (sql) => {
        await sql.query('INSERT INTO proof_floor (n, text) VALUES ($1, $2)', [message.seq, message.string()])
        await sql.query("SELECT pg_notify('proof_floor', $1)", [String(message.seq)])
      })
  })()
  const samples: number[] = []
  let isRunning = true
  const running = (async () => {
    while (isRunning) {
      heard = Promise.withResolvers()
      const startMs = performance.now()
      await client.publish('proof.floor', 'x'.repeat(1_000))
      await heard.promise
      samples.push(performance.now() - startMs)
      await wait(floorEveryMs)
    }
  })()
  return {
    async stop() {
      isRunning = false
      await running
      messages.stop()
      await storing
      held.release()
      await listening.close()
      await database.query('DROP TABLE proof_floor')
      await manager.streams.delete(stream)
      delays.disable()
      return { samples, lateMs: delays.percentile(99) / 1e6 - timerMs }
    },
  }
}
