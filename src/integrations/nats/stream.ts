/**
 * Stores a message in a JetStream stream: it is done when the stream has it, and stored once however often it comes.
 */
import { JetStreamApiError, type JetStreamManager, jetstream, jetstreamManager, StorageType } from '@nats-io/jetstream'
import { type NatsConnection, nanos } from '@nats-io/transport-node'
import { DeliveryRefused } from '../../plugin-api/index.ts'
import type { Settings } from './settings.ts'

export interface Stored {
  subject: string
  payload: string
  /** The value of the header `Nats-Msg-Id`. */
  id: string
  /** The message may have been stored before. */
  isRepeat: boolean
}

const ackMs = 10_000
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const nextTryS = { noStream: 10, forbidden: 300 }

/** Returns what the server confirmed, in words. */
export async function store(nats: NatsConnection, settings: Settings, message: Stored): Promise<string> {
  // A stream forgets ids after its window, two minutes by default: after a longer outage of the server, the message
  // would be stored twice.
  if (message.isRepeat && (await isLastStored(nats, settings, message))) return 'Stored before'
  const { subject, payload, id } = message
  const expect = settings.stream === '' ? {} : { expect: { streamName: settings.stream } }
  const { stream, seq } = await jetstream(nats, { timeout: ackMs })
    .publish(subject, payload, { msgID: id, ...expect })
    .catch((error: unknown) => {
      throw refusalOf(error, subject)
    })
  return `Stored in ${stream} as ${seq}`
}

/**
 * A conversation has a subject of its own and one message at a time, so a message that was stored is still the last one
 * there.
 */
async function isLastStored(nats: NatsConnection, { stream }: Settings, { subject, id }: Stored): Promise<boolean> {
  try {
    const { streams } = await managerOf(nats)
    const name = stream === '' ? await streams.find(subject) : stream
    const last = await streams.getMessage(name, { last_by_subj: subject })
    return last?.header.get('Nats-Msg-Id') === id
  } catch {
    // A user may lack the permission to read the stream; the window still prevents duplicates.
    return false
  }
}

/** Creates the stream. An existing stream is left to its owner unchanged. */
export async function createStream(nats: NatsConnection, settings: Settings): Promise<void> {
  const { stream, subject_prefix, max_age_days } = settings
  const { streams } = await managerOf(nats)
  try {
    await streams.info(stream)
  } catch (error) {
    if (!hasCode(error, notFound)) throw error
    await streams.add({
      name: stream,
      subjects: [`${subject_prefix}.*`],
      storage: StorageType.File,
      max_age: nanos(max_age_days * dayMs),
      duplicate_window: nanos(hourMs),
    })
  }
}

const managerOf = (nats: NatsConnection): Promise<JetStreamManager> =>
  jetstreamManager(nats, { timeout: ackMs, checkAPI: false })

const notFound = 10_059
/** The code for a message beyond the stream's size limit. */
const tooLarge = 10_054
const anotherStream = 10_060

function refusalOf(error: unknown, subject: string): Error {
  const { message } = error as Error
  const names = namesOf(error)
  // The client reports the same for a subject that no stream takes.
  if (names.includes('JetStreamNotEnabled'))
    return new DeliveryRefused(`no stream takes ${subject}: create one, or set create_stream`, nextTryS.noStream)
  if (names.includes('PermissionViolationError'))
    return new DeliveryRefused(`this user may not publish to ${subject}`, nextTryS.forbidden)
  if (hasCode(error, anotherStream))
    return new DeliveryRefused(`another stream takes ${subject} than the one that is set`, nextTryS.forbidden)
  if (hasCode(error, tooLarge) || /max_?payload/i.test(message))
    return new DeliveryRefused(`it is too large: ${message}`, null)
  return new Error(`NATS did not store it: ${message}`)
}

const hasCode = (error: unknown, code: number): boolean => error instanceof JetStreamApiError && error.code === code

const namesOf = (error: unknown): string[] => (error instanceof Error ? [error.name, ...namesOf(error.cause)] : [])
