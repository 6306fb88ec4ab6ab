/** Implements POST /api/v1/messages/{rowid}/edit. */
import type { Action } from './action.ts'
import { changedMessage } from './changed-message.ts'

export const editMessage: Action<'edit_message'> = (change, services, asked) =>
  changedMessage(
    { what: `${change.rowid} edit, ${change.text.length} characters`, making: services.window.edit(change) },
    services,
    asked,
  )
