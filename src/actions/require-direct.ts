/**
 * Decides whether a key may do to a message or conversation what those in it see at once: react, edit, unsend, show that
 * somebody types. None of that can be shown in full to an owner before it happens, so a key that has to ask may not.
 */
import type { Grant } from '../contract/grant.ts'
import { notGranted } from '../domain/grant/not-granted.ts'
import { isWithinHours, reachOf } from '../domain/grant/recipients.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { Caller } from './action.ts'
import { foundConversation, noConversation } from './found-conversation.ts'
import { placedMessage } from './placed-message.ts'
import { askerOf } from './send-and-audit.ts'
import type { Services } from './services.ts'

type DirectServices = Pick<Services, 'history' | 'meant' | 'persons' | 'nowMs' | 'sending' | 'keyActivity'>

/** Throws `send_not_granted`, and `conversation_not_found` for a conversation that does not exist for the caller. */
export function requireDirect({ grant, id }: Caller, guid: string, services: DirectServices): void {
  if (grant === null) return
  const { history, meant, persons, nowMs, keyActivity } = services
  const { is_group: isGroup, handle } = foundConversation(history, guid)
  const key = history.conversationKey(guid)
  if (key === undefined) throw noConversation()
  const reach = reachOf(grant, { conversation: key, isGroup, handle: meant(handle) }, persons.now())
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
 * does not exist for the caller, and `rate_limited`. Only the message's own key edits and unsends it, as only what a key
 * asked for itself is among its sends.
 */
export function requireChangeOf(
  caller: Caller,
  { rowid, isOwnOnly }: { rowid: number; isOwnOnly: boolean },
  services: DirectServices,
): void {
  if (caller.grant === null) return
  const { conversation_guid: guid } = placedMessage(rowid, services.history)
  requireDirect(caller, guid, services)
  if (isOwnOnly && !isSentBy(caller, rowid, services)) throw notGranted('own')
  requireWithinHour(caller, caller.grant, services)
}

const isSentBy = (caller: Caller, rowid: number, { sending }: Pick<Services, 'sending'>): boolean =>
  sending.list({ limit: mostSends, by: askerOf(caller) }).some((send) => send.rowid === rowid)

/** Messages can be changed for a few minutes, in which a key sends fewer. */
const mostSends = 1_000
const hourMs = 3_600_000

function requireWithinHour(
  caller: Caller,
  { sends: { per_hour: perHour } }: Grant,
  { sending, keyActivity, nowMs }: DirectServices,
): void {
  if (caller.id === null) return
  if (perHour !== null) {
    const sinceMs = nowMs() - hourMs
    const sent = sending
      .list({ limit: perHour, by: askerOf(caller) })
      .filter(({ created_at }) => Date.parse(created_at) > sinceMs)
    if (sent.length + keyActivity.changesInHour(caller.id) >= perHour)
      throw new ServiceError('rate_limited', `This key may send or change ${perHour} messages in an hour.`, {
        retry_after_s: retryAfterS,
      })
  }
  keyActivity.changed(caller.id)
}

/** A fair time to ask again. */
const retryAfterS = 300
