/** Sends a message for a caller, audits it, and returns the send; throws when it has failed meanwhile. */
import { type ErrorCode, errors } from '../contract/errors.ts'
import type { Send } from '../contract/send.ts'
import { principalOf } from '../domain/access/principal.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { SendOrder } from '../sending/sending.ts'
import type { ActionRequest, Caller } from './action.ts'
import type { Services } from './services.ts'

export async function sendAndAudit(
  order: Omit<SendOrder, 'by' | 'idempotencyKey'>,
  { sending, audit, nowMs }: Services,
  { caller, headers }: ActionRequest,
): Promise<Send> {
  const idempotencyKey = headers['idempotency-key']
  const askedAtMs = nowMs()
  const send = await sending.send({ ...order, by: askerOf(caller), ...(idempotencyKey && { idempotencyKey }) })
  // A repeated idempotency key has sent nothing new, so it is not audited again.
  if (Date.parse(send.created_at) >= askedAtMs)
    audit.append({ action: 'sent', principal: principalOf(caller), target: toldOf(send, order), result: 'ok' })
  if (send.state === 'failed') throw failureOf(send)
  return send
}

/** All browsers, and everyone while no password is set, count as the owner. */
export const askerOf = ({ via, id }: Caller): string => (via === 'key' ? `key:${id}` : 'owner')

/** Names neither the recipient nor the content; the ledger holds those for as long as they are needed. */
const toldOf = ({ id, kind }: Send, { text }: Pick<SendOrder, 'text'>): string =>
  text === undefined ? `${id} ${kind}` : `${id} ${kind}, ${text.length} characters`

function failureOf(send: Send): ServiceError {
  const { code = '', message = '' } = send.error ?? {}
  const known = isErrorCode(code) ? code : 'send_failed'
  const what = message.replace(errors[known].remedy, '').trim()
  return new ServiceError(known, what === '' ? 'It could not be sent.' : what, { send })
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errors, code)
