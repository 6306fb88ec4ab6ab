/** Search as it is under a grant: the index itself leaves out what is hidden, so that pages stay full. */
import { isDeepStrictEqual } from 'node:util'
import type { Grant } from '../../contract/grant.ts'
import { hideContent } from '../../domain/grant/hide-content.ts'
import { sinceMs } from '../../domain/grant/since.ts'
import type { ViewedHistory } from '../../mac/history/history.ts'
import type { SearchService, Services } from '../services.ts'

/** Words and kinds of content would tell of what is hidden, so a message of which anything is hidden has neither. */
export function narrowedSearch(services: Services, grant: Grant, history: ViewedHistory): SearchService {
  const { search, nowMs, history: whole } = services
  const view = whole.within({ people: grant.people, sinceMs: sinceMs(grant.since, nowMs()) })
  return {
    search: (asked) =>
      search.search({
        ...asked,
        within: {
          sinceMs: sinceMs(grant.since, nowMs()),
          keys: grant.people === 'all' ? undefined : history.keys(),
          addresses: grant.people === 'all' ? undefined : history.addresses(),
          placed: (rowids, onlyWhole) =>
            view.placed(rowids).flatMap((one) => {
              const message = hideContent(one.message, grant)
              return onlyWhole && !isDeepStrictEqual(message, one.message) ? [] : { ...one, message }
            }),
        },
      }),
    status: () => ({ state: search.status().state, indexed: 0, total: 0, reason: null }),
    statistics: () => Promise.reject(new Error('Statistics are closed to limited keys.')),
  }
}
