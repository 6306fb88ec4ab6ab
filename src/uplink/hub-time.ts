/** Asks the hub for its time, for decisions that must not depend on the clock of this Mac. */
import type { NatsConnection } from '@nats-io/transport-node'
import { type Place, subjects } from '../envelope/subjects.ts'
import { HubTime } from '../envelope/talk.ts'
import { askHub } from './ask-hub.ts'

const answerMs = 3_000

/** Returns Unix milliseconds. */
export async function hubTimeMs(nats: NatsConnection, place: Place): Promise<number> {
  return (await askHub(nats, HubTime, { subject: subjects.time(place), question: '', timeoutMs: answerMs })).ms
}
