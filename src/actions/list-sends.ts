/** GET /api/v1/sends */
import type { Action } from './action.ts'

export const listSends: Action<'list_sends'> = (query, { sending }) => sending.list(query)
