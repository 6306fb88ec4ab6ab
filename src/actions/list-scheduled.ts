/** Implements GET /api/v1/scheduled. */
import { mostScheduled } from '../contract/limits.ts'
import type { Action } from './action.ts'
import { isSendOf, sendFor } from './send-and-audit.ts'

/** A caller with a grant knows only the messages that it scheduled itself. */
export const listScheduled: Action<'list_scheduled'> = ({ limit }, services, { caller }) => {
  const { sending } = services
  if (caller.grant === null) return sending.listScheduled(limit)
  const own = sending.listScheduled(mostScheduled).filter(({ id }) => isSendOf(caller, id, services))
  return own.slice(0, limit).map((one) => sendFor(caller, one))
}
