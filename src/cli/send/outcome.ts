/** Waits for the outcome of a send, and formats it as a line for people. */

import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../../client/client.ts'
import { ClientError } from '../../client/client-error.ts'
import type { Send } from '../../contract/send.ts'
import { localTime } from '../local-time.ts'

/** `whom` is the name of the recipient, or the address if there is none. */
export function formatSend(send: Send, whom: string): string {
  switch (send.state) {
    case 'held':
      return `… to ${whom}: waits until the owner releases the message${further(send)}`
    case 'scheduled':
      return `✓ to ${whom}: scheduled for ${localTime(send.send_at ?? '')}${further(send)}`
    case 'missed':
      return `? to ${whom}: not sent, because the scheduled time was missed${further(send)}`
    case 'queued':
      return `… to ${whom}: queued${further(send)}`
    case 'handed_over':
      return `… to ${whom}: accepted by Messages, not confirmed yet${further(send)}`
    case 'landed':
      return `✓ on its way to ${whom}${by(send)}`
    case 'sent':
      return `✓ sent to ${whom}${by(send)}`
    case 'delivered':
      return `✓ sent to ${whom}${by(send)} · delivered`
    case 'read':
      return `✓ sent to ${whom}${by(send)} · read`
    case 'failed':
      return `✗ not sent to ${whom}: ${send.error?.message ?? 'the send failed.'}`
    case 'uncertain':
      return `? to ${whom}: ${send.error?.message ?? 'it is not known whether the message was sent.'}`
  }
}

const further = ({ id }: Send): string => ` (${id})`

function by({ service, sms_fallback: fellBack }: Send): string {
  if (fellBack) return ' by SMS, because iMessage could not reach them'
  return service === null ? '' : ` by ${service}`
}

const waitMs = 10_000
const pollMs = 250
/** When iMessage could not reach somebody, the message may still be sent as SMS within this time. */
const fallsBackWithinMs = 3_000

const underWay: readonly Send['state'][] = ['queued', 'handed_over', 'landed']

/** Waits at most a few seconds until a message was sent or has failed for good. */
export async function untilSent(client: Client, send: Send): Promise<Send> {
  const end = performance.now() + waitMs
  let latest = send
  while (isOpen(latest, Date.now()) && performance.now() < end) {
    await pause(pollMs)
    latest = (await unlessUnreachable(client.get_send({ id: send.id }))) ?? latest
  }
  return latest
}

/** The service has accepted the send, so its restart does not make the send fail. */
const unlessUnreachable = (response: Promise<Send>): Promise<Send | undefined> =>
  response.catch((error: unknown) => {
    if (error instanceof ClientError && error.code === 'unreachable') return undefined
    throw error
  })

const isOpen = ({ state, error, updated_at }: Send, nowMs: number): boolean =>
  underWay.includes(state) ||
  (error?.code === 'recipient_unreachable' && nowMs - Date.parse(updated_at) < fallsBackWithinMs)
