/** Implements POST /api/v1/send. */
import type { SendAction } from './action.ts'
import { sendAndAudit, timesOf } from './send-and-audit.ts'

export const send: SendAction<'send'> = (
  { handle, text, service, from, confirm, reason, ...times },
  services,
  request,
) =>
  sendAndAudit(
    {
      to: { handle: services.meant(handle), ...(service && { service }) },
      text,
      ...(from !== undefined && { from }),
      isConfirmed: confirm,
      ...timesOf(times, services),
    },
    services,
    { ...request, reason },
  )
