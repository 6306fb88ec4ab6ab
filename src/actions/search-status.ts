/** Implements GET /api/v1/search/status. */
import type { Action } from './action.ts'

export const searchStatus: Action<'search_status'> = (_input, { search }) => search.status()
