/** Implements POST /api/v1/messages/{rowid}/tapback. */
import type { Action } from './action.ts'
import { changeAndAudit } from './change-and-audit.ts'

export const changeTapback: Action<'change_tapback'> = (change, services, request) => {
  const { rowid } = change
  return changeAndAudit(
    { rowid, isOwnOnly: false, what: 'tapback', make: (way) => way.tapback(change) },
    services,
    request,
  )
}
