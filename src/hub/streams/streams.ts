/** Creates the streams of a hub, and reads them from any position. */
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
/** The most envelopes of one Mac. Its uplink waits then, since its journal keeps the events. */
const mostWaiting = 20_000
/** The longest time that an order is valid. */
const longestOrderMs = 12 * 3_600_000
/** Within this time NATS drops a message that is published again. */
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
  /** The news of the hub, which nobody purges. */
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

/** The last message of a stream and its time of creation, which distinguishes it from another one of the same name. */
export interface StreamState {
  created: string
  last: number
}

const notFound = 10_059

/** Creates the stream unless it exists. With several servers, `replicas` of them keep each message. */
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

/** Missing heartbeats show within seconds that a server is gone. */
const heartbeatMs = 1_000
const expiresMs = 5_000
const mostPulled = 500

/** Yields the messages after a position as they come; ends with an error when the stream is gone. */
export async function readFrom(client: JetStreamClient, stream: string, position: number): Promise<ConsumerMessages> {
  const consumer = await client.consumers.get(stream, { opt_start_seq: position + 1 })
  return consumer.consume({
    max_messages: mostPulled,
    idle_heartbeat: heartbeatMs,
    expires: expiresMs,
    abort_on_missing_resource: true,
  })
}
