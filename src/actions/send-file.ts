/** Implements POST /api/v1/send/file. */
import type { Action } from './action.ts'
import { sendAndAudit } from './send-and-audit.ts'

/** Unlike a text, a file can be sent to a person or a chat through the same parameter. */
export const sendFile: Action<'send_file'> = ({ handle, text, service, confirm }, services, request) =>
  sendAndAudit(
    {
      to: { handle, ...(service && { service }) },
      ...(text !== undefined && { text }),
      file: request.file,
      isConfirmed: confirm,
    },
    services,
    request,
  )
