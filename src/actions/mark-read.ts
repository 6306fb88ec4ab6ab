/** Implements POST /api/v1/conversations/{guid}/read. */
import type { RowId } from '../contract/ids.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { Action } from './action.ts'
import { foundConversation, noConversation } from './found-conversation.ts'

export const markRead: Action<'mark_read'> = ({ guid, rowid }, { history, readState }) => {
  const conversation = history.conversationKey(guid)
  if (conversation === undefined) throw noConversation()
  const [placed] = history.placed([rowid])
  if (placed?.conversation !== conversation)
    throw new ServiceError('message_not_found', 'This conversation has no such message.', { rowid })
  // A mark for each address of the person, so that it holds also when the addresses are separate again.
  for (const each of history.conversationKeys(guid))
    readState.markRead({ conversation: each, rowid: rowid as RowId, sentAtMs: placed.sentAtMs })
  return foundConversation(history, guid)
}
