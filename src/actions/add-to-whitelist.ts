/** Implements POST /api/v1/whitelist/add: a person is listed with all addresses, as far as they are only theirs. */
import { severalMeant } from '../domain/recipient.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { Meant } from '../domain/whitelist.ts'
import type { Action } from './action.ts'
import { listEntries } from './change-whitelist.ts'
import type { Services } from './services.ts'
import { shownEntries, understood } from './whitelist-entries.ts'

export const addToWhitelist: Action<'add_to_whitelist'> = ({ handle }, services, { caller }) => {
  const entries = meantBy(handle, services)
  const { listed, isNew } = listEntries(entries, services, caller)
  const { whitelist } = services.settings.current()
  const isGroup = entries[0].kind === 'group'
  const [entry] = shownEntries({ handles: isGroup ? [] : listed, groups: isGroup ? listed : [] }, whitelist, services)
  if (entry === undefined) throw new Error('An entry was added and cannot be shown.')
  return { ...entry, added: isNew }
}

function meantBy(text: string, services: Services): [Meant, ...Meant[]] {
  const { meant, candidates } = understood(text, services)
  const [first, ...others] = meant
  if (first !== undefined) return [first, ...others]
  if (candidates.length > 0) throw severalMeant(text, candidates)
  throw new ServiceError('invalid_request', `"${text}" is no address, and no person or group of this name is known.`, {
    in: 'body',
    path: 'handle',
    reason:
      'must be a phone number, an e-mail address, the name of a person in Contacts, or the name or chat GUID of a group',
  })
}
