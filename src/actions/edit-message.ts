/** POST /api/v1/messages/{rowid}/edit */
import type { Action } from './action.ts'

export const editMessage: Action<'edit_message'> = (change, { window }) => window.edit(change)
