/** Implements POST /api/v1/messages/{rowid}/unsend. */
import type { Action } from './action.ts'
import { changedMessage } from './changed-message.ts'

export const unsendMessage: Action<'unsend_message'> = (change, doors, asked) =>
  changedMessage({ what: `${change.rowid} unsend`, making: doors.window.unsend(change) }, doors, asked)
