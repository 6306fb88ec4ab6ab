/** Implements POST /api/v1/send/chat. */
import type { Action } from './action.ts'
import { chatToSendTo } from './chat-to-send-to.ts'
import { sendAndAudit, timesOf } from './send-and-audit.ts'

export const sendToChat: Action<'send_to_chat'> = ({ guid, text, confirm, reason, ...times }, services, request) =>
  sendAndAudit(
    { to: chatToSendTo(guid, services), text, isConfirmed: confirm, ...timesOf(times, services) },
    services,
    { ...request, reason },
  )
