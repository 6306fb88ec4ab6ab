/** Implements POST /api/v1/messages/{rowid}/edit. */
import type { Action } from './action.ts'
import { changeAndAudit } from './change-and-audit.ts'

export const editMessage: Action<'edit_message'> = (change, services, request) => {
  const { rowid, text } = change
  const what = `edit, ${text.length} characters`
  return changeAndAudit({ rowid, isOwnOnly: true, what, make: (way) => way.edit(change) }, services, request)
}
