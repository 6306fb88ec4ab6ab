/** Sends a message for a caller or a plugin on the page, and audits it. */
import { type ErrorCode, errors } from '../contract/errors.ts'
import type { Send } from '../contract/send.ts'
import { sendTimeMs } from '../contract/send-time.ts'
import { principalOf } from '../domain/access/principal.ts'
import { sendsAs } from '../domain/grant/lines.ts'
import { notGranted } from '../domain/grant/not-granted.ts'
import { isWithinHours, reachOf } from '../domain/grant/recipients.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { SendOrder, SendPermit } from '../sending/sending.ts'
import type { ActionRequest, Caller } from './action.ts'
import type { SendingServices, Services } from './services.ts'

/** Sends a message for a caller; throws when it has failed meanwhile. */
export async function sendAndAudit(
  order: Omit<SendOrder, 'by' | 'idempotencyKey'>,
  services: SendingServices,
  { caller, headers, reason }: ActionRequest & { reason?: string | undefined },
): Promise<Send> {
  const key = headers['idempotency-key']
  const permit = permitOf(caller, reason ?? null, services)
  const full = { ...order, by: askerOf(caller), ...(key && { idempotencyKey: key }), ...(permit && { permit }) }
  const send = sendFor(caller, await sendAs(principalOf(caller), full, services))
  if (caller.via === 'key' && caller.id !== null) await markFirstSend(caller.id, services)
  if (send.state === 'failed') throw failureOf(send)
  return send
}

/** A key that sent before it was watched is nothing new. */
async function markFirstSend(
  id: string,
  { sending, keyActivity }: Pick<SendingServices, 'sending' | 'keyActivity'>,
): Promise<void> {
  if (keyActivity.marks(id).some(({ kind }) => kind === 'first_send')) return
  if ((await sending.list({ limit: 2, by: `key:${id}` })).length < 2) keyActivity.mark(id, 'first_send')
}

/** The limits that a key's grant sets; undefined for a caller whom nothing limits. */
function permitOf(
  { id, grant }: Caller,
  reason: string | null,
  { settings, persons, keyActivity }: Pick<Services, 'settings' | 'persons' | 'keyActivity'>,
): SendPermit | undefined {
  if (grant === null) return undefined
  const { mode, per_hour: perHour, hours } = grant.sends
  return {
    label: settings.current().auth.api_keys.find((key) => key.id === id)?.label ?? '',
    reason,
    maySend: mode !== 'never',
    perHour,
    maySendAs: (line) => sendsAs(grant, line),
    isOpenAt: (ms) => hours === null || isWithinHours(hours, ms),
    reach(recipient) {
      const reach = reachOf(grant, recipient, persons.now())
      if (reach === 'hidden' && id !== null) keyActivity.mark(id, 'hidden_person')
      return reach
    },
  }
}

/** A caller with a grant knows only the sends that it asked for itself. */
export const isSendOf = async (
  caller: Caller,
  id: string,
  { sending }: Pick<SendingServices, 'sending'>,
): Promise<boolean> => caller.grant === null || (await sending.requesterOf(id)) === askerOf(caller)

/**
 * Throws `send_not_granted` where a grant does not let its key change a message that waits for its time: what was released
 * by the owner is not changed afterwards.
 */
export function requireChangeable({ grant }: Caller, atMs: number | undefined): void {
  if (grant === null) return
  const { mode, hours } = grant.sends
  if (mode !== 'direct') throw notGranted('mode', 'This key may not change a message that was scheduled.')
  if (atMs !== undefined && hours !== null && !isWithinHours(hours, atMs)) throw notGranted('hours')
}

/** A send as its caller may see it: without addresses where the grant hides them. */
export const sendFor = <T extends Pick<Send, 'handle' | 'chat_guid'>>({ grant }: Caller, send: T): T =>
  grant === null || grant.fields.handles ? send : { ...send, handle: '', chat_guid: null }

/** Sends a message and audits it under the name of whoever wants it. */
export async function sendAs(
  principal: string,
  order: SendOrder,
  { sending, audit, nowMs }: Pick<SendingServices, 'sending' | 'audit' | 'nowMs'>,
): Promise<Send> {
  const askedAtMs = nowMs()
  const send = await sending.send(order)
  // A repeated idempotency key has sent nothing new, so it is not audited again.
  if (Date.parse(send.created_at) >= askedAtMs)
    audit.append({
      action: send.state === 'held' ? 'send_held' : order.sendAtMs === undefined ? 'sent' : 'send_scheduled',
      principal,
      target: describe(send, order),
      result: 'ok',
    })
  return send
}

interface Times {
  send_at?: string | undefined
  expires_in_s?: number | undefined
}

/** Reads when a request wants a message to be sent, and when it is too late for it. Throws `invalid_request`. */
export function timesOf({ send_at, expires_in_s }: Times, services: Pick<Services, 'nowMs'>) {
  const expiry = expires_in_s === undefined ? {} : { expiresAtMs: services.nowMs() + expires_in_s * 1_000 }
  return { ...sendAtOf(send_at, services), ...expiry }
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

/**
 * All browsers, and everyone while no password is set, count as the owner; who looks through a key, which is only for
 * reading, sees what it has sent.
 */
export const askerOf = ({ via, id, seesAs }: Caller): string =>
  seesAs === undefined ? (via === 'key' ? `key:${id}` : 'owner') : `key:${seesAs}`

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
