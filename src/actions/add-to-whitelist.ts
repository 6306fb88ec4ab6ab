/** POST /api/v1/whitelist/add */
import { principalOf } from '../domain/access/principal.ts'
import { ServiceError } from '../domain/service-error.ts'
import { withEntry } from '../domain/whitelist.ts'
import type { Action } from './action.ts'
import { entryMeant, shownEntry } from './whitelist-entries.ts'

export const addToWhitelist: Action<'add_to_whitelist'> = ({ handle }, doors, { caller }) => {
  const meant = entryMeant(handle, doors)
  if (meant === undefined)
    throw new ServiceError('invalid_request', 'This is no address and no group.', {
      ...{
        in: 'body',
        path: 'handle',
        reason: 'must be a phone number, an e-mail address or the chat GUID of a group',
      },
    })
  doors.settings.change(({ whitelist }) => ({ whitelist: withEntry(whitelist, meant) }))
  doors.audit.append({
    action: 'whitelist_changed',
    principal: principalOf(caller),
    target: `whitelist.${meant.kind}s`,
    result: 'ok',
  })
  return shownEntry(meant, doors)
}
