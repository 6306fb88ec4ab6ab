/** Waits a few seconds at most until a message was sent or has failed for good. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../../client/client.ts'
import { ClientError } from '../../client/client-error.ts'
import type { Send } from '../../contract/send.ts'

const waitMs = 10_000
const askAgainMs = 250
/** After iMessage could not reach somebody, the message may still be sent as SMS within this time. */
const fallsBackWithinMs = 3_000

const underWay: readonly Send['state'][] = ['queued', 'handed_over', 'landed']

export async function untilSent(client: Client, send: Send): Promise<Send> {
  const end = performance.now() + waitMs
  let latest = send
  while (isOpen(latest, Date.now()) && performance.now() < end) {
    await pause(askAgainMs)
    latest = (await unlessUnreachable(client.get_send({ id: send.id }))) ?? latest
  }
  return latest
}

/** The service took the send, so that a restart of it is no failure. */
const unlessUnreachable = (answer: Promise<Send>): Promise<Send | undefined> =>
  answer.catch((error: unknown) => {
    if (error instanceof ClientError && error.code === 'unreachable') return undefined
    throw error
  })

const isOpen = ({ state, error, updated_at }: Send, nowMs: number): boolean =>
  underWay.includes(state) ||
  (error?.code === 'recipient_unreachable' && nowMs - Date.parse(updated_at) < fallsBackWithinMs)
