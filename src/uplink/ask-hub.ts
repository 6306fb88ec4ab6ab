/** Sends a request to the hub and validates its answer. */
import type { NatsConnection } from '@nats-io/transport-node'
import type { Static, TSchema } from '@sinclair/typebox'
import { readAs } from '../envelope/talk.ts'

interface Question {
  subject: string
  /** JSON, or nothing. */
  question: string
  timeoutMs: number
}

/** Throws if nobody answers in time, or if this release does not understand the answer. */
export async function askHub<S extends TSchema>(
  nats: NatsConnection,
  schema: S,
  { subject, question, timeoutMs }: Question,
): Promise<Static<S>> {
  const { data } = await nats.request(subject, question, { timeout: timeoutMs })
  const answer = readAs(schema, data)
  if (answer === undefined) throw new Error('this release does not understand the answer of the hub')
  return answer
}
