/** GET /api/v1/conversations */
import type { Action } from './action.ts'

export const listConversations: Action<'list_conversations'> = ({ limit, offset }, { history }) =>
  history.conversations({ limit, offset })
