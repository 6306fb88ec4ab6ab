/** Implements POST /api/v1/send/chat. */
import type { Action } from './action.ts'
import { sendAndAudit } from './send-and-audit.ts'

export const sendToChat: Action<'send_to_chat'> = ({ guid, text, confirm }, services, request) =>
  sendAndAudit({ to: { guid }, text, isConfirmed: confirm }, services, request)
