/** Implements GET /api/v1/rows, what counts them, and GET /api/v1/handles: Messages' database for programs that copy it. */
import type { Action } from './action.ts'
import { noConversation } from './found-conversation.ts'

export const listRows: Action<'list_rows'> = (asked, { history }) => {
  const page = history.storedRows(asked)
  if (page === undefined) throw noConversation()
  return page
}

export const countRows: Action<'count_rows'> = (asked, { history }) => {
  const total = history.countStoredRows(asked)
  if (total === undefined) throw noConversation()
  return { total }
}

export const rowTotals: Action<'row_totals'> = (_, { history }) => history.storedTotals()

export const listHandles: Action<'list_handles'> = (asked, { history }) => history.storedHandles(asked)
