/** Sends a message for a caller or a plugin on the page, and audits it. */
import { type ErrorCode, errors } from '../contract/errors.ts'
import type { Send } from '../contract/send.ts'
import { sendTimeMs } from '../contract/send-time.ts'
import { principalOf } from '../domain/access/principal.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { SendOrder } from '../sending/sending.ts'
import type { ActionRequest, Caller } from './action.ts'
import type { Services } from './services.ts'

/** Sends a message for a caller; throws when it has failed meanwhile. */
export async function sendAndAudit(
  order: Omit<SendOrder, 'by' | 'idempotencyKey'>,
  services: Services,
  { caller, headers }: ActionRequest,
): Promise<Send> {
  const key = headers['idempotency-key']
  const full = { ...order, by: askerOf(caller), ...(key && { idempotencyKey: key }) }
  const send = await sendAs(principalOf(caller), full, services)
  if (send.state === 'failed') throw failureOf(send)
  return send
}

/** Sends a message and audits it under the name of whoever wants it. */
export async function sendAs(
  principal: string,
  order: SendOrder,
  { sending, audit, nowMs }: Pick<Services, 'sending' | 'audit' | 'nowMs'>,
): Promise<Send> {
  const askedAtMs = nowMs()
  const send = await sending.send(order)
  // A repeated idempotency key has sent nothing new, so it is not audited again.
  if (Date.parse(send.created_at) >= askedAtMs)
    audit.append({
      action: order.sendAtMs === undefined ? 'sent' : 'send_scheduled',
      principal,
      target: describe(send, order),
      result: 'ok',
    })
  return send
}

/** Reads the time at which a request wants a message to be sent. Throws `invalid_request`. */
export function sendAtOf(written: string | undefined, { nowMs }: Pick<Services, 'nowMs'>): { sendAtMs?: number } {
  if (written === undefined) return {}
  const sendAtMs = sendTimeMs(written, nowMs())
  if (sendAtMs !== undefined) return { sendAtMs }
  throw new ServiceError('invalid_request', 'The message cannot be scheduled like this.', {
    in: 'body',
    path: 'send_at',
    reason: 'is no day of the calendar',
  })
}

/** All browsers, and everyone while no password is set, count as the owner. */
export const askerOf = ({ via, id }: Caller): string => (via === 'key' ? `key:${id}` : 'owner')

/** Names neither the recipient nor the content; the ledger holds those for as long as they are needed. */
const describe = ({ id, kind }: Send, { text }: Pick<SendOrder, 'text'>): string =>
  text === undefined ? `${id} ${kind}` : `${id} ${kind}, ${text.length} characters`

function failureOf(send: Send): ServiceError {
  const { code = '', message = '' } = send.error ?? {}
  const known = isErrorCode(code) ? code : 'send_failed'
  const what = message.replace(errors[known].remedy, '').trim()
  return new ServiceError(known, what === '' ? 'It could not be sent.' : what, { send })
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errors, code)
