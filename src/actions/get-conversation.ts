/** Implements GET /api/v1/conversations/{guid}. */
import type { Action } from './action.ts'
import { foundConversation } from './found-conversation.ts'

export const getConversation: Action<'get_conversation'> = ({ guid }, { history }) => foundConversation(history, guid)
