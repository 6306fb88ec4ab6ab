/** Implements POST /api/v1/conversations/{guid}/typing. */
import type { Action } from './action.ts'
import { requireDirect } from './require-direct.ts'

export const setTyping: Action<'set_typing'> = async ({ guid, on }, services, { caller }) => {
  requireDirect(caller, guid, services)
  await services.helper.setTyping({ guid, on })
  return { typing: on }
}
