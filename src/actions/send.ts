/** Implements POST /api/v1/send. */
import type { Action } from './action.ts'
import { sendAndAudit } from './send-and-audit.ts'

export const send: Action<'send'> = ({ handle, text, service, confirm }, services, request) =>
  sendAndAudit({ to: { handle, ...(service && { service }) }, text, isConfirmed: confirm }, services, request)
