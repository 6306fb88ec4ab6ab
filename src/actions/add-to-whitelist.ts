/** Implements POST /api/v1/whitelist/add. */
import { principalOf } from '../domain/access/principal.ts'
import { ServiceError } from '../domain/service-error.ts'
import { listedAs, withEntry } from '../domain/whitelist.ts'
import type { Action } from './action.ts'
import { entryMeant, listedEntry, shownEntry } from './whitelist-entries.ts'

export const addToWhitelist: Action<'add_to_whitelist'> = ({ handle }, services, { caller }) => {
  const meant = entryMeant(handle, services)
  if (meant === undefined)
    throw new ServiceError('invalid_request', 'This is no address and no group.', {
      in: 'body',
      path: 'handle',
      reason: 'must be a phone number, an e-mail address or the chat GUID of a group',
    })
  let listed: string | undefined
  services.settings.change(({ whitelist }) => {
    listed = listedAs(whitelist, meant)
    return { whitelist: withEntry(whitelist, meant) }
  })
  if (listed !== undefined) return { ...shownEntry(listedEntry(meant.kind, listed, services), services), added: false }
  services.audit.append({
    action: 'whitelist_changed',
    principal: principalOf(caller),
    target: `whitelist.${meant.kind}s`,
    result: 'ok',
  })
  return { ...shownEntry(meant, services), added: true }
}
