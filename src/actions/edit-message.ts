/** Implements POST /api/v1/messages/{rowid}/edit. */
import type { Action } from './action.ts'
import { changeAndAudit } from './change-and-audit.ts'

export const editMessage: Action<'edit_message'> = (change, services, request) =>
  changeAndAudit(
    { what: `${change.rowid} edit, ${change.text.length} characters`, make: (way) => way.edit(change) },
    services,
    request,
  )
