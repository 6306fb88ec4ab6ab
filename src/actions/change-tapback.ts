/** Implements POST /api/v1/messages/{rowid}/tapback. */
import type { Action } from './action.ts'
import { changeAndAudit } from './change-and-audit.ts'
import { requireChangeOf } from './require-direct.ts'

export const changeTapback: Action<'change_tapback'> = (change, services, request) => {
  const { rowid } = change
  requireChangeOf(request.caller, { rowid, isOwnOnly: false }, services)
  return changeAndAudit({ rowid, what: 'tapback', make: (way) => way.tapback(change) }, services, request)
}
