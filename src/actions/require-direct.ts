/**
 * Decides whether a key may do to a message or conversation what those in it see at once: react, edit, unsend, show that
 * somebody types. None of that can be shown in full to an owner before it happens, so a key that has to ask may not.
 */
import type { Grant } from '../contract/grant.ts'
import { notGranted } from '../domain/grant/not-granted.ts'
import { type GrantedRecipient, isWithinHours, reachOf } from '../domain/grant/recipients.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { Caller } from './action.ts'
import { foundConversation, noConversation } from './found-conversation.ts'
import { placedMessage } from './placed-message.ts'
import { askerOf } from './send-and-audit.ts'
import type { SendingServices, Services } from './services.ts'

type DirectServices = Pick<Services, 'history' | 'meant' | 'persons' | 'nowMs' | 'sending' | 'keyActivity'>

/** Throws `send_not_granted`, and `conversation_not_found` for a conversation that does not exist for the caller. */
export function requireDirect(caller: Caller, guid: string, services: DirectServices): void {
  if (caller.grant === null) return
  const { history, meant } = services
  const { is_group: isGroup, handle } = foundConversation(history, guid)
  const conversation = history.conversationKey(guid)
  if (conversation === undefined) throw noConversation()
  requireDirectReach(caller, { conversation, isGroup, handle: meant(handle) }, services)
}

/** The same for a recipient that exists for the caller. Throws `send_not_granted`. */
export function requireDirectReach(
  { grant, id }: Caller,
  to: GrantedRecipient,
  { persons, nowMs, keyActivity }: Pick<Services, 'persons' | 'nowMs' | 'keyActivity'>,
): void {
  if (grant === null) return
  const reach = reachOf(grant, to, persons.now())
  if (reach === 'hidden' && id !== null) keyActivity.mark(id, 'hidden_person')
  if (grant.sends.mode === 'never') throw notGranted('mode')
  if (reach === 'ask')
    throw notGranted(
      'mode',
      'This key has to ask before it sends, and this cannot be shown to the owner in full before it happens.',
    )
  if (reach !== 'direct') throw notGranted('to')
  if (grant.sends.hours !== null && !isWithinHours(grant.sends.hours, nowMs())) throw notGranted('hours')
}

/**
 * The same for a change of a message, which counts in the limit for an hour. Throws `message_not_found` where the message
 * does not exist for the caller, and `rate_limited`.
 */
export async function requireChangeOf(caller: Caller, change: Change, services: DirectServices): Promise<void> {
  if (caller.grant === null) return
  const { conversation_guid: guid } = placedMessage(change.rowid, services.history)
  requireDirect(caller, guid, services)
  await requireOwnChange(caller, change, services)
}

interface Change {
  rowid: number
  /** Whether a limited key may do it only to what it sent itself. */
  isOwnOnly: boolean
}

type Counting = Pick<SendingServices, 'sending' | 'keyActivity' | 'nowMs'>

/**
 * Allows a key to edit and unsend only what it sent itself, and counts the change. Throws `send_not_granted` and
 * `rate_limited`.
 */
export async function requireOwnChange(caller: Caller, { rowid, isOwnOnly }: Change, services: Counting) {
  if (caller.grant === null) return
  if (isOwnOnly && !(await isSentBy(caller, rowid, services))) throw notGranted('own')
  await requireWithinHour(caller, caller.grant, services)
}

const isSentBy = async (caller: Caller, rowid: number, { sending }: Pick<Counting, 'sending'>): Promise<boolean> =>
  (await sending.list({ limit: mostSends, by: askerOf(caller) })).some((send) => send.rowid === rowid)

/** Messages can be changed for a few minutes, in which a key sends fewer. */
const mostSends = 1_000
const hourMs = 3_600_000

async function requireWithinHour(
  caller: Caller,
  { sends: { per_hour: perHour } }: Grant,
  { sending, keyActivity, nowMs }: Counting,
): Promise<void> {
  if (caller.id === null) return
  if (perHour !== null) {
    const sinceMs = nowMs() - hourMs
    const sends = await sending.list({ limit: perHour, by: askerOf(caller) })
    const sent = sends.filter(({ created_at }) => Date.parse(created_at) > sinceMs)
    // No await follows, so that each of several simultaneous changes counts the others.
    if (sent.length + keyActivity.changesInHour(caller.id) >= perHour)
      throw new ServiceError('rate_limited', `This key may send or change ${perHour} messages in an hour.`, {
        retry_after_s: retryAfterS,
      })
  }
  keyActivity.changed(caller.id)
}

/** A fair time to ask again. */
const retryAfterS = 300
