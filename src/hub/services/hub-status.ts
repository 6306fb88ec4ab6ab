/** Reads the status of a hub: its Macs, their readers, what waits in NATS and what is to be sent. */
import { jetstreamManager } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { messageOf } from '../../base/errors.ts'
import { pause } from '../../base/pause.ts'
import type { Mac } from '../../contract/mac.ts'
import type { HubMacs } from '../access/hub-macs.ts'
import type { Sql } from '../store/database.ts'
import { isRelayAlive, readerGoneMs, readersOf, relayAliveMs } from '../store/readers.ts'
import { reachedIn } from '../store/take-in.ts'
import { hubStreams } from '../streams/streams.ts'

export interface PartitionStatus {
  partition: number
  isRead: boolean
  /** Envelopes that are in NATS and not stored yet, with new events and with the past. Null if NATS cannot be asked. */
  waiting: { live: number | null; past: number | null }
}

export interface HubStatus {
  macs: Mac[]
  partitions: PartitionStatus[]
  /** Whether any process relays, and when one last reported (Unix milliseconds); null if none ever has. */
  relay: { isAlive: boolean; aliveMs: number | null }
  databaseBytes: number
  waitingOrders: number
  /** Unix milliseconds. */
  oldestOrderMs: number | null
}

export interface HubStatusDeps {
  sql: Sql
  /** Undefined while NATS does not answer. */
  nats: NatsConnection | undefined
  macs: Pick<HubMacs, 'list'>
  nowMs(): number
}

const askMs = 2_000

export async function readHubStatus({ sql, nats, macs, nowMs }: HubStatusDeps): Promise<HubStatus> {
  const partitions: PartitionStatus[] = []
  for (const { part: partition, alive_ms: aliveMs } of await readersOf(sql))
    partitions.push({
      partition,
      isRead: nowMs() - aliveMs < readerGoneMs,
      waiting: {
        live: await waitingIn(hubStreams.live(partition).name, { sql, nats }),
        past: await waitingIn(hubStreams.past(partition).name, { sql, nats }),
      },
    })
  const aliveMs = await relayAliveMs(sql)
  const [size] = await sql.query<{ bytes: number }>('SELECT pg_database_size(current_database()) AS bytes')
  const [orders] = await sql.query<{ waiting: number; oldest_ms: number | null }>(
    "SELECT count(*)::int AS waiting, min(created_at_ms) AS oldest_ms FROM send WHERE stage = 'ready'",
  )
  return {
    macs: await macs.list(),
    partitions,
    relay: { isAlive: isRelayAlive(aliveMs, nowMs()), aliveMs },
    databaseBytes: size?.bytes ?? 0,
    waitingOrders: orders?.waiting ?? 0,
    oldestOrderMs: orders?.oldest_ms ?? null,
  }
}

/** Asks nats-server itself, since a lost connection waits silently for the server to return. */
export async function askNats(nats: NatsConnection): Promise<{ trouble: string | null; version: string | null }> {
  const version = nats.info?.version ?? null
  const ended = new AbortController()
  try {
    const late = pause(askMs, ended.signal).then(() => 'it does not answer')
    return { trouble: await Promise.race([nats.rtt().then(() => null), late]), version }
  } catch (error) {
    return { trouble: messageOf(error), version }
  } finally {
    ended.abort()
  }
}

/** Compares positions instead of counting, because stored envelopes stay in a stream for a moment. */
async function waitingIn(stream: string, { sql, nats }: Pick<HubStatusDeps, 'sql' | 'nats'>): Promise<number | null> {
  if (nats === undefined) return null
  try {
    const manager = await jetstreamManager(nats, { checkAPI: false, timeout: askMs })
    const { created, state } = await manager.streams.info(stream)
    return Math.max(0, state.last_seq - Math.max(await reachedIn(sql, stream, created), state.first_seq - 1))
  } catch {
    return null
  }
}
