/** Stores a message in a JetStream stream: done when the stream has it, once however often it comes. */
import { JetStreamApiError, type JetStreamManager, jetstream, jetstreamManager, StorageType } from '@nats-io/jetstream'
import { type NatsConnection, nanos } from '@nats-io/transport-node'
import { DeliveryRefused } from '../../plugin-api/index.ts'
import type { Settings } from './settings.ts'

export interface Stored {
  subject: string
  payload: string
  /** `Nats-Msg-Id` */
  id: string
  /** It may have been stored before. */
  isRepeat: boolean
}

const ackMs = 10_000
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const nextTryS = { noStream: 10, forbidden: 300 }

export async function store(nats: NatsConnection, settings: Settings, message: Stored): Promise<void> {
  // A stream forgets ids after its window, two minutes by default: a server that was away for longer would store it twice.
  if (message.isRepeat && (await isLastStored(nats, settings, message))) return
  const { subject, payload, id } = message
  const expect = settings.stream === '' ? {} : { expect: { streamName: settings.stream } }
  await jetstream(nats, { timeout: ackMs })
    .publish(subject, payload, { msgID: id, ...expect })
    .catch((error: unknown) => {
      throw refusalOf(error, subject)
    })
}

/** A conversation has a subject of its own and one message at a time: what was stored is still the last one there. */
async function isLastStored(nats: NatsConnection, { stream }: Settings, { subject, id }: Stored): Promise<boolean> {
  try {
    const { streams } = await managerOf(nats)
    const name = stream === '' ? await streams.find(subject) : stream
    const last = await streams.getMessage(name, { last_by_subj: subject })
    return last?.header.get('Nats-Msg-Id') === id
  } catch {
    // Not everyone may look into a stream; the window remains.
    return false
  }
}

/** One that is there is its owner's. */
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
/** Of the stream's limit for one message. */
const tooLarge = 10_054
const anotherStream = 10_060

function refusalOf(error: unknown, subject: string): Error {
  const { message } = error as Error
  const names = namesOf(error)
  // What the client says of a subject that nobody takes, too.
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
