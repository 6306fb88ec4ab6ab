/** Implements /api/v1/outbox: what API keys ask to send, and what the owner decides about it. */
import { principalOf } from '../domain/access/principal.ts'
import { entryOf } from '../domain/grant/recipients.ts'
import type { HeldNews } from '../domain/push/told.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { Caller, SendAction } from './action.ts'
import { askerOf } from './send-and-audit.ts'
import type { SendingServices, Services } from './services.ts'

type Held = NonNullable<ReturnType<Services['sending']['findHeld']>>

export const listOutbox: SendAction<'list_outbox'> = async ({ limit }, services) =>
  (await services.sending.listHeld(limit)).map(({ recipient, ...held }) => ({
    ...held,
    name: recipientOf({ recipient, ...held }, services).name,
  }))

export const releaseHeld: SendAction<'release_held'> = async ({ id, version, text, always }, services, { caller }) => {
  const { sending, audit } = services
  await requireDecider(caller, id, services)
  const held = await sending.findHeld(id)
  if (always && held?.asker.is === 'rule') throw alwaysAsks()
  await sending.releaseHeld(id, { version, ...(text !== undefined && { text }) })
  const principal = principalOf(caller)
  audit.append({ action: 'send_released', principal, target: id, result: 'ok' })
  if (always && held !== undefined) letSendWithoutAsking(held, principal, services)
  return existing(id, services)
}

export const refuseHeld: SendAction<'refuse_held'> = async ({ id }, services, { caller }) => {
  const { sending, audit } = services
  await requireDecider(caller, id, services)
  await sending.refuseHeld(id)
  audit.append({ action: 'send_refused', principal: principalOf(caller), target: id, result: 'ok' })
  return existing(id, services)
}

/**
 * Allows only a signed-in browser, or another key than the one that asks, to decide. Without a password nobody can be
 * distinguished from the program that asks, so nobody may.
 */
async function requireDecider(
  caller: Caller,
  id: string,
  { sending }: Pick<SendingServices, 'sending'>,
): Promise<void> {
  if (caller.via === 'open') throw new ServiceError('no_password', 'Without a password nobody can release a message.')
  if (caller.grant === null && (await sending.requesterOf(id)) !== askerOf(caller)) return
  throw new ServiceError('forbidden', 'Whoever asks cannot decide.', { missing: 'another key, or the owner' })
}

const alwaysAsks = () =>
  new ServiceError('invalid_request', 'A rule is not allowed more by a release: change its action.', {
    in: 'body',
    path: 'always',
    reason: 'is for API keys',
  })

/** Lets the key send without asking, unless it was removed or limited in another way meanwhile. */
function letSendWithoutAsking(held: Held, principal: string, services: SendingServices): void {
  const { settings, audit } = services
  const entry = entryOf(held, recipientOf(held, services).isGroup)
  settings.change(({ auth: { api_keys: keys } }) => ({
    auth: {
      api_keys: keys.map((key) => {
        const { grant } = key
        if (key.id !== held.asker.id || !grant || grant.sends.mode !== 'ask') return key
        const unasked = new Set([...(grant.sends.without_asking ?? []), entry])
        return { ...key, grant: { ...grant, sends: { ...grant.sends, without_asking: [...unasked] } } }
      }),
    },
  }))
  audit.append({ action: 'key_changed', principal, target: held.asker.id, result: 'ok' })
}

/** Describes a held message for a notification; undefined once it was decided about. */
export function heldNews(
  id: string,
  services: Pick<Services, 'sending' | 'history' | 'contacts'>,
): HeldNews | undefined {
  const held = services.sending.findHeld(id)
  if (held === undefined) return undefined
  const name = recipientOf(held, services).name ?? held.handle
  return { asker: held.asker.name, name, text: held.text ?? held.file_name ?? '' }
}

function recipientOf(
  { handle, chat_guid: guid, recipient }: Held,
  { history, contacts }: Pick<Services, 'history' | 'contacts'>,
): { isGroup: boolean; name: string | null } {
  if (recipient !== undefined) return recipient
  const conversation = guid === null ? undefined : history.conversation(guid)
  return {
    isGroup: conversation?.is_group ?? false,
    name: conversation?.display_name ?? contacts.nameOf(handle) ?? null,
  }
}

async function existing(id: string, { sending }: Pick<SendingServices, 'sending'>) {
  const send = await sending.get(id)
  if (send === undefined) throw new ServiceError('send_not_found', 'There is no such message.', { id })
  return send
}
