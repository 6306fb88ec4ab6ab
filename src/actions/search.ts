/** Implements GET /api/v1/search. */
import type { Action } from './action.ts'

export const search: Action<'search'> = ({ q, limit, cursor }, services) =>
  services.search.search({ q, limit, ...(cursor !== undefined && { cursor }) })
