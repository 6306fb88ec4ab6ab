/** Search as it is under a grant: the index itself leaves out what is hidden, so that pages stay full. */
import { isDeepStrictEqual } from 'node:util'
import type { Grant } from '../../contract/grant.ts'
import { fittingHandles } from '../../domain/contact-search.ts'
import { hideContent } from '../../domain/grant/hide-content.ts'
import { hiddenCode } from '../../domain/grant/one-time-codes.ts'
import { sinceMs } from '../../domain/grant/since.ts'
import { sameHandle } from '../../domain/handles.ts'
import { unlessFailed } from '../../domain/service-error.ts'
import type { PlacedMessage } from '../../mac/history/placed.ts'
import type { SearchService, Services } from '../services.ts'
import type { NarrowedHistory } from './narrowed-history.ts'

/** Words and kinds of content would tell of what is hidden, so a message of which anything is hidden has neither. */
export function narrowedSearch(services: Services, grant: Grant, narrowed: NarrowedHistory): SearchService {
  const { search, nowMs } = services
  const { view, shown, guise } = narrowed
  return {
    search: (asked) =>
      search.search({
        ...asked,
        within: {
          sinceMs: sinceMs(grant.since, nowMs()),
          keys: grant.people === 'all' ? undefined : view.keys(),
          addresses: grant.people === 'all' ? undefined : view.addresses(),
          meant: peopleMeant(services, grant, narrowed),
          placed: (rowids, onlyWhole) =>
            view.placed(rowids).flatMap((one) => {
              const isWhole = () => !lacksCode(one) && isDeepStrictEqual(hideContent(one.message, grant), one.message)
              return onlyWhole && !isWhole() ? [] : shown(one)
            }),
        },
      }),
    status() {
      const { state } = search.status()
      // Counting the part takes a while, and the state is asked for again and again until all is indexed.
      const total = (state === 'current' && unlessFailed(() => view.storedTotals().messages)) || 0
      return { state, indexed: total, total, reason: null }
    },
    statistics: (range) =>
      search.statistics(range, {
        viewer: narrowed.viewer,
        sinceMs: sinceMs(grant.since, nowMs()),
        keys: grant.people === 'all' ? undefined : view.keys(),
        nameOf: (handle) => (grant.fields.names ? services.contacts.nameOf(handle) : undefined) ?? guise.handle(handle),
      }),
  }
}

/** Whether a code that Messages has marked is missing, which the view of the history has left out. */
const lacksCode = ({ message: { text, reply_to: answered } }: PlacedMessage): boolean =>
  text.includes(hiddenCode) || answered?.text.includes(hiddenCode) === true

/**
 * The addresses and GUIDs that a name in a query means, where the names or the addresses of people are hidden: a name that
 * is hidden, and an address that is hidden, mean nobody. Undefined where neither is.
 */
function peopleMeant(
  { contacts }: Pick<Services, 'contacts'>,
  { fields: { names, handles } }: Grant,
  { view, history, meant }: NarrowedHistory,
): ((kind: 'from' | 'in', value: string) => string[]) | undefined {
  if (names && handles) return undefined
  return (kind, value) => {
    const stands = meant(value)
    if (stands !== value) return [stands]
    const found = kind === 'in' ? history.conversation(value)?.guid : undefined
    if (found !== undefined) return [meant(found)]
    const addresses = [...new Set(view.addresses())]
    if (handles) return addresses.filter((address) => sameHandle(address, value))
    if (!names) return []
    const fits = fittingHandles(value)
    const isNamed = (name: string | undefined) => name !== undefined && fits({ name, handles: [''] }).length > 0
    if (kind === 'from') return addresses.filter((address) => isNamed(contacts.nameOf(address)))
    const everyone = history.conversations({ limit: mostConversations, offset: 0, typed: value })
    return everyone.flatMap((one) => (isNamed(one.display_name) ? meant(one.guid) : []))
  }
}

const mostConversations = 50
