/** POST /api/v1/send/file */
import type { SendService } from '../contract/send.ts'
import { conversationsMeant } from '../domain/history/chat-guid.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { SendOrder } from '../sending/sending.ts'
import type { Action } from './action.ts'
import { sent } from './sent.ts'

export const sendFile: Action<'send_file'> = ({ handle, text, service, confirm }, doors, asked) => {
  const to = addressed(handle, service)
  return sent({ to, ...(text !== undefined && { text }), file: asked.file, isConfirmed: confirm }, doors, asked)
}

/** Unlike texts, files to people and to chats come by the same address. */
function addressed(handle: string, service: SendService | undefined): SendOrder['to'] {
  if (conversationsMeant(handle).length === 0) return { handle, ...(service && { service }) }
  if (service === undefined) return { guid: handle }
  throw new ServiceError('invalid_request', 'A chat has its own service.', {
    ...{ in: 'body', path: 'service', reason: 'is for people alone; a chat GUID is given' },
  })
}
