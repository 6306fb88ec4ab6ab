/** Asks the hub for its time, for what must not depend on the clock of this Mac. */
import type { NatsConnection } from '@nats-io/transport-node'
import { type Place, subjects } from '../envelope/subjects.ts'
import { HubTime, readAs } from '../envelope/talk.ts'

const answerMs = 3_000

/** Returns Unix milliseconds. */
export async function hubTimeMs(nats: NatsConnection, place: Place): Promise<number> {
  const { data } = await nats.request(subjects.time(place), '', { timeout: answerMs })
  const time = readAs(HubTime, data)
  if (time === undefined) throw new Error('the hub answers what this release does not understand')
  return time.ms
}
