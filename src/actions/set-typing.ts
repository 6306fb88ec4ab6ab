/** Implements POST /api/v1/conversations/{guid}/typing. */
import type { Action } from './action.ts'

export const setTyping: Action<'set_typing'> = async ({ guid, on }, { helper }) => {
  await helper.setTyping({ guid, on })
  return { typing: on }
}
