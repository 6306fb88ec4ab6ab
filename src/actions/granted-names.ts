/** Names the people and groups that a grant lists, for its owner. */
import type { Grant } from '../contract/grant.ts'
import { groupGuidIn, namedIn } from '../domain/grant/people.ts'
import { unlessFailed } from '../domain/service-error.ts'
import type { Services } from './services.ts'

/** Keyed by entry; unknown people are left out. */
export function grantedNames(
  grant: Grant,
  { contacts, history }: Pick<Services, 'contacts' | 'history'>,
): Record<string, string> {
  const nameOf = (entry: string): string | undefined => {
    const guid = groupGuidIn(entry)
    if (guid === undefined) return contacts.nameOf(entry)
    // Keys are managed while Messages cannot be read, too.
    return unlessFailed(() => history.conversation(guid)?.display_name)
  }
  return Object.fromEntries(
    namedIn(grant).flatMap((entry) => {
      const name = nameOf(entry)
      return name === undefined ? [] : [[entry, name]]
    }),
  )
}
