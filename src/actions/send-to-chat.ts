/** Implements POST /api/v1/send/chat. */
import type { Action } from './action.ts'
import { chatToSendTo } from './chat-to-send-to.ts'
import { sendAndAudit, sendAtOf } from './send-and-audit.ts'

export const sendToChat: Action<'send_to_chat'> = ({ guid, text, confirm, send_at, reason }, services, request) =>
  sendAndAudit(
    { to: chatToSendTo(guid, services), text, isConfirmed: confirm, ...sendAtOf(send_at, services) },
    services,
    { ...request, reason },
  )
