/** Implements GET /api/ui/logs. */
import type { Action } from './action.ts'

export const logHistory: Action<'log_history'> = (query, { logFile }) => logFile.last(query)
