/** Implements GET /api/v1/sends. */
import type { Action } from './action.ts'
import { askerOf } from './send-and-audit.ts'

export const listSends: Action<'list_sends'> = ({ idempotency_key: key, ...query }, { sending }, { caller }) =>
  sending.list({ ...query, ...(key !== undefined && { key: { by: askerOf(caller), idempotencyKey: key } }) })
