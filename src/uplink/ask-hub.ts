/** Asks the hub something, and reads what it answers. */
import type { NatsConnection } from '@nats-io/transport-node'
import type { Static, TSchema } from '@sinclair/typebox'
import { readAs } from '../envelope/talk.ts'

interface Question {
  subject: string
  /** JSON, or nothing. */
  question: string
  timeoutMs: number
}

/** Throws for an answer that this release does not understand, and where nobody answers in time. */
export async function askHub<S extends TSchema>(
  nats: NatsConnection,
  schema: S,
  { subject, question, timeoutMs }: Question,
): Promise<Static<S>> {
  const { data } = await nats.request(subject, question, { timeout: timeoutMs })
  const answer = readAs(schema, data)
  if (answer === undefined) throw new Error('the hub answers what this release does not understand')
  return answer
}
