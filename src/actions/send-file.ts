/** Implements POST /api/v1/send/file. */
import { conversationsMeant } from '../domain/history/chat-guid.ts'
import type { Action } from './action.ts'
import { chatToSendTo } from './chat-to-send-to.ts'
import { sendAndAudit, timesOf } from './send-and-audit.ts'
import type { Services } from './services.ts'

/** Unlike a text, a file can be sent to a person or a chat through the same parameter. */
export const sendFile: Action<'send_file'> = (
  { handle, text, service, from, confirm, reason, ...times },
  services,
  request,
) =>
  sendAndAudit(
    {
      to: { ...addressOf(handle, services), ...(service && { service }) },
      ...(text !== undefined && { text }),
      file: request.file,
      ...(from !== undefined && { from }),
      isConfirmed: confirm,
      ...timesOf(times, services),
    },
    services,
    { ...request, reason },
  )

function addressOf(written: string, services: Pick<Services, 'history' | 'meant'>): { handle: string } {
  const chosen =
    conversationsMeant(written).length === 0 ? { guid: services.meant(written) } : chatToSendTo(written, services)
  return { handle: 'guid' in chosen ? chosen.guid : chosen.handle }
}
