/** Implements POST /api/v1/messages/{rowid}/tapback. */
import type { Action } from './action.ts'
import { changeAndAudit } from './change-and-audit.ts'

export const changeTapback: Action<'change_tapback'> = (change, services, request) =>
  changeAndAudit({ what: `${change.rowid} tapback`, make: (way) => way.tapback(change) }, services, request)
