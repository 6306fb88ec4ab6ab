/** Implements GET /api/v1/sends. */
import type { SendAction } from './action.ts'
import { askerOf, sendFor } from './send-and-audit.ts'

/** A caller with a grant knows only the sends that it asked for itself. */
export const listSends: SendAction<'list_sends'> = async (
  { idempotency_key: key, ...query },
  { sending },
  { caller },
) => {
  const by = askerOf(caller)
  const own = caller.grant === null ? {} : { by }
  const found = await sending.list({ ...query, ...own, ...(key !== undefined && { key: { by, idempotencyKey: key } }) })
  return found.map((send) => sendFor(caller, send))
}
