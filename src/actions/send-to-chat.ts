/** Implements POST /api/v1/send/chat. */
import type { Action } from './action.ts'
import { sent } from './sent.ts'

export const sendToChat: Action<'send_to_chat'> = ({ guid, text, confirm }, services, asked) =>
  sent({ to: { guid }, text, isConfirmed: confirm }, services, asked)
