/** Implements GET /api/v1/alerts. */
import type { Action } from './action.ts'

export const listAlerts: Action<'list_alerts'> = (_input, { alerts }) => ({ alerts: alerts.current() })
