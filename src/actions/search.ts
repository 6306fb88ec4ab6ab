/** Implements GET /api/v1/search. */
import type { Action } from './action.ts'
import { requireNoLine } from './list-lines.ts'

export const search: Action<'search'> = ({ q, limit, cursor, line }, services) => {
  requireNoLine(line)
  return services.search.search({ q, limit, ...(cursor !== undefined && { cursor }) })
}
