/** Implements POST /api/v1/send. */
import type { Action } from './action.ts'
import { sent } from './sent.ts'

export const send: Action<'send'> = ({ handle, text, service, confirm }, services, asked) =>
  sent({ to: { handle, ...(service && { service }) }, text, isConfirmed: confirm }, services, asked)
