/** Implements GET /api/v1/scheduled. */
import type { Action } from './action.ts'

export const listScheduled: Action<'list_scheduled'> = ({ limit }, { sending }) => sending.listScheduled(limit)
