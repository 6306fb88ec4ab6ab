/** Makes the streams of a hub, and reads them from any position. */
import {
  type ConsumerMessages,
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
  type StreamInfo,
} from '@nats-io/jetstream'
import { nanos } from '@nats-io/transport-node'
import { commandStream, feedStream, streams } from '../../envelope/subjects.ts'

type Settings = Partial<StreamConfig> & Pick<StreamConfig, 'name' | 'subjects'>

const dayMs = 86_400_000
/** Envelopes of one Mac; then its uplink waits, since its journal keeps the events. */
const mostWaiting = 20_000
/** No order is older. */
const longestOrderMs = 12 * 3_600_000
/** What is told again within this time is told once. */
const repeatsMs = 10 * 60_000

const kept = { storage: StorageType.File, max_age: nanos(7 * dayMs) }
const envelopes = {
  ...kept,
  max_msgs_per_subject: mostWaiting,
  discard: DiscardPolicy.New,
  discard_new_per_subject: true,
}

export const hubStreams = {
  live: (partition: number): Settings => ({ ...streams.live(partition), ...envelopes }),
  past: (partition: number): Settings => ({ ...streams.past(partition), ...envelopes }),
  /** What the hub tells, which nobody purges. */
  feed: (): Settings => ({
    name: feedStream.name,
    subjects: feedStream.subjects,
    ...kept,
    duplicate_window: nanos(repeatsMs),
  }),
  /** Orders for Macs, each until its Mac has done it. */
  commands: (): Settings => ({
    name: commandStream.name,
    subjects: commandStream.subjects,
    retention: RetentionPolicy.Workqueue,
    storage: StorageType.File,
    discard: DiscardPolicy.New,
    max_age: nanos(longestOrderMs),
    duplicate_window: nanos(repeatsMs),
  }),
}

/** When the stream was created, which tells it from another of the same name, and its last message. */
export interface StreamState {
  created: string
  last: number
}

const notFound = 10_059

/** Makes the stream unless it is there. With several servers each message is kept by as many of them as `replicas`. */
export async function ensureStream(
  manager: JetStreamManager,
  settings: Settings,
  replicas: number,
): Promise<StreamState> {
  try {
    return stateOf(await manager.streams.info(settings.name))
  } catch (error) {
    if (!(error instanceof JetStreamApiError && error.code === notFound)) throw error
  }
  return stateOf(await manager.streams.add({ ...settings, num_replicas: replicas }))
}

const stateOf = ({ created, state }: StreamInfo): StreamState => ({ created, last: state.last_seq })

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
