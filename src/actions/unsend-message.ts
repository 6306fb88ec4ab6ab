/** Implements POST /api/v1/messages/{rowid}/unsend. */
import type { Action } from './action.ts'
import { changedMessage } from './changed-message.ts'

export const unsendMessage: Action<'unsend_message'> = (change, services, asked) =>
  changedMessage({ what: `${change.rowid} unsend`, making: services.window.unsend(change) }, services, asked)
