/** Implements POST /api/v1/messages/{rowid}/unsend. */
import type { Action } from './action.ts'
import { changeAndAudit } from './change-and-audit.ts'

export const unsendMessage: Action<'unsend_message'> = (change, services, request) => {
  const { rowid } = change
  return changeAndAudit(
    { rowid, isOwnOnly: true, what: 'unsend', make: (way) => way.unsend(change) },
    services,
    request,
  )
}
