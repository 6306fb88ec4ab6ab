/** Implements POST /api/v1/messages/{rowid}/unsend. */
import type { Action } from './action.ts'
import { changeAndAudit } from './change-and-audit.ts'
import { requireChangeOf } from './require-direct.ts'

export const unsendMessage: Action<'unsend_message'> = (change, services, request) => {
  const { rowid } = change
  requireChangeOf(request.caller, { rowid, isOwnOnly: true }, services)
  return changeAndAudit({ rowid, what: 'unsend', make: (way) => way.unsend(change) }, services, request)
}
