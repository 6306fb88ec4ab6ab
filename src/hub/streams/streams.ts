/** Makes the streams of a partition, and reads them from where PostgreSQL says that they were read to. */
import {
  type ConsumerMessages,
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  StorageType,
} from '@nats-io/jetstream'
import { nanos } from '@nats-io/transport-node'
import { feedStream } from '../../envelope/subjects.ts'

const dayMs = 86_400_000
/** Of one Mac; then its uplink waits, since its journal keeps the events. */
const mostWaiting = 20_000
const notFound = 10_059

/** When the stream was created, which tells it from another of the same name, and its last message. */
export interface StreamState {
  created: string
  last: number
}

export async function ensureStream(
  manager: JetStreamManager,
  { name, subjects }: { name: string; subjects: string[] },
): Promise<StreamState> {
  try {
    return stateOf(await manager.streams.info(name))
  } catch (error) {
    if (!(error instanceof JetStreamApiError && error.code === notFound)) throw error
  }
  const made = await manager.streams.add({
    ...{ name, subjects },
    storage: StorageType.File,
    max_age: nanos(7 * dayMs),
    max_msgs_per_subject: mostWaiting,
    discard: DiscardPolicy.New,
    discard_new_per_subject: true,
  })
  return stateOf(made)
}

/** Repeats within this time are told once. */
const repeatsMs = 10 * 60_000

/** Makes the stream of what the hub tells, which nobody purges. */
export async function ensureFeed(manager: JetStreamManager): Promise<void> {
  const { name, subjects } = feedStream
  try {
    await manager.streams.info(name)
  } catch (error) {
    if (!(error instanceof JetStreamApiError && error.code === notFound)) throw error
    await manager.streams.add({
      ...{ name, subjects },
      storage: StorageType.File,
      max_age: nanos(7 * dayMs),
      duplicate_window: nanos(repeatsMs),
    })
  }
}

const stateOf = ({ created, state }: { created: string; state: { last_seq: number } }): StreamState => ({
  created,
  last: state.last_seq,
})

/** A missed heartbeat shows within seconds that a server is gone. */
const heartbeatMs = 1_000
const expiresMs = 5_000
const mostPulled = 500

/** Messages after a position, as they come; ends with an error when the stream is gone. */
export async function readFrom(client: JetStreamClient, stream: string, position: number): Promise<ConsumerMessages> {
  const consumer = await client.consumers.get(stream, { opt_start_seq: position + 1 })
  return consumer.consume({
    max_messages: mostPulled,
    idle_heartbeat: heartbeatMs,
    expires: expiresMs,
    abort_on_missing_resource: true,
  })
}
