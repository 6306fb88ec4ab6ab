/** Implements POST /api/v1/messages/{rowid}/edit. */
import type { Action } from './action.ts'
import { changeAndAudit } from './change-and-audit.ts'

export const editMessage: Action<'edit_message'> = (change, services, request) =>
  changeAndAudit(
    { what: `${change.rowid} edit, ${change.text.length} characters`, making: services.window.edit(change) },
    services,
    request,
  )
