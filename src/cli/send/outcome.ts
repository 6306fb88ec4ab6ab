/** Waits for the outcome of a send, and formats it as a line for people. */

import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../../client/client.ts'
import { ClientError } from '../../client/client-error.ts'
import type { Send } from '../../contract/send.ts'
import { localTime } from '../local-time.ts'

/** `whom` is a name where there is one. */
export function formatSend(send: Send, whom: string): string {
  switch (send.state) {
    case 'held':
      return `… to ${whom}: waits until the owner releases it${further(send)}`
    case 'scheduled':
      return `✓ to ${whom}: scheduled for ${localTime(send.send_at ?? '')}${further(send)}`
    case 'missed':
      return `? to ${whom}: missed its time, and was not sent${further(send)}`
    case 'queued':
      return `… to ${whom}: waits for its turn${further(send)}`
    case 'handed_over':
      return `… to ${whom}: Messages has it, and has not shown it yet${further(send)}`
    case 'landed':
      return `✓ on its way to ${whom}${by(send)}`
    case 'sent':
      return `✓ sent to ${whom}${by(send)}`
    case 'delivered':
      return `✓ sent to ${whom}${by(send)} · delivered`
    case 'read':
      return `✓ sent to ${whom}${by(send)} · read`
    case 'failed':
      return `✗ not sent to ${whom}: ${send.error?.message ?? 'it failed.'}`
    case 'uncertain':
      return `? to ${whom}: ${send.error?.message ?? 'nothing says whether it went.'}`
  }
}

const further = ({ id }: Send): string => ` (${id})`

function by({ service, sms_fallback: fellBack }: Send): string {
  if (fellBack) return ' by SMS, since iMessage could not reach them'
  return service === null ? '' : ` by ${service}`
}

const waitMs = 10_000
const pollMs = 250
/** After iMessage could not reach somebody, the message may still be sent as SMS within this time. */
const fallsBackWithinMs = 3_000

const underWay: readonly Send['state'][] = ['queued', 'handed_over', 'landed']

/** Waits a few seconds at most until a message was sent or has failed for good. */
export async function untilSent(client: Client, send: Send): Promise<Send> {
  const end = performance.now() + waitMs
  let latest = send
  while (isOpen(latest, Date.now()) && performance.now() < end) {
    await pause(pollMs)
    latest = (await unlessUnreachable(client.get_send({ id: send.id }))) ?? latest
  }
  return latest
}

/** The service took the send, so that a restart of it is no failure. */
const unlessUnreachable = (response: Promise<Send>): Promise<Send | undefined> =>
  response.catch((error: unknown) => {
    if (error instanceof ClientError && error.code === 'unreachable') return undefined
    throw error
  })

const isOpen = ({ state, error, updated_at }: Send, nowMs: number): boolean =>
  underWay.includes(state) ||
  (error?.code === 'recipient_unreachable' && nowMs - Date.parse(updated_at) < fallsBackWithinMs)
