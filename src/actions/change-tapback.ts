/** Implements POST /api/v1/messages/{rowid}/tapback. */
import type { Action } from './action.ts'
import { changedMessage } from './changed-message.ts'

export const changeTapback: Action<'change_tapback'> = (change, services, asked) =>
  changedMessage({ what: `${change.rowid} tapback`, making: services.window.tapback(change) }, services, asked)
