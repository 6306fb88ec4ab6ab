/** Implements POST /api/v1/messages/{rowid}/tapback. */
import type { Action } from './action.ts'
import { changedMessage } from './changed-message.ts'

export const changeTapback: Action<'change_tapback'> = (change, doors, asked) =>
  changedMessage({ what: `${change.rowid} tapback`, making: doors.window.tapback(change) }, doors, asked)
