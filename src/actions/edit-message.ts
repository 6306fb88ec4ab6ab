/** Implements POST /api/v1/messages/{rowid}/edit. */
import type { Action } from './action.ts'
import { changeAndAudit } from './change-and-audit.ts'
import { requireChangeOf } from './require-direct.ts'

export const editMessage: Action<'edit_message'> = (change, services, request) => {
  const { rowid, text } = change
  requireChangeOf(request.caller, { rowid, isOwnOnly: true }, services)
  const what = `edit, ${text.length} characters`
  return changeAndAudit({ rowid, what, make: (way) => way.edit(change) }, services, request)
}
