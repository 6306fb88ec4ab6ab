/** Implements GET /api/v1/scheduled. */
import { mostScheduled } from '../contract/limits.ts'
import type { SendAction } from './action.ts'
import { isSendOf, sendFor } from './send-and-audit.ts'

/** A caller with a grant knows only the messages that it scheduled itself. */
export const listScheduled: SendAction<'list_scheduled'> = async ({ limit }, services, { caller }) => {
  const { sending } = services
  if (caller.grant === null) return sending.listScheduled(limit)
  const all = await sending.listScheduled(mostScheduled)
  const areOwn = await Promise.all(all.map(({ id }) => isSendOf(caller, id, services)))
  const own = all.filter((_, n) => areOwn[n])
  return own.slice(0, limit).map((one) => sendFor(caller, one))
}
