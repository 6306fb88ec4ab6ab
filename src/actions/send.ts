/** Implements POST /api/v1/send. */
import type { Action } from './action.ts'
import { sendAndAudit, sendAtOf } from './send-and-audit.ts'

export const send: Action<'send'> = ({ handle, text, service, confirm, send_at, reason }, services, request) =>
  sendAndAudit(
    {
      to: { handle: services.meant(handle), ...(service && { service }) },
      text,
      isConfirmed: confirm,
      ...sendAtOf(send_at, services),
    },
    services,
    { ...request, reason },
  )
