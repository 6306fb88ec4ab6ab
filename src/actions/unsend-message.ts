/** POST /api/v1/messages/{rowid}/unsend */
import type { Action } from './action.ts'

export const unsendMessage: Action<'unsend_message'> = (change, { window }) => window.unsend(change)
