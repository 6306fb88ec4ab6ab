/** Implements POST /api/v1/conversations/{guid}/read. */
import type { RowId } from '../contract/ids.ts'
import { principalOf } from '../domain/access/principal.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { Action } from './action.ts'
import { foundConversation, noConversation } from './found-conversation.ts'

export const markRead: Action<'mark_read'> = ({ guid, rowid }, services, { caller }) => {
  const { history, readState, helper, audit, log } = services
  const conversation = history.conversationKey(guid)
  if (conversation === undefined) throw noConversation()
  const [placed] = history.placed([rowid])
  if (placed?.conversation !== conversation)
    throw new ServiceError('message_not_found', 'This conversation has no such message.', { rowid })
  // If nothing was unread, the senders have their receipts already.
  const tellsOthers = helper.sendsReadReceipts() && (history.conversation(guid)?.unread_count ?? 0) > 0
  // A mark for each address of the person, so that it holds also when the addresses are separate again.
  for (const each of history.conversationKeys(guid))
    readState.markRead({ conversation: each, rowid: rowid as RowId, sentAtMs: placed.sentAtMs })
  if (tellsOthers)
    helper.markRead({ guid }).then(
      () =>
        audit.append({
          action: 'read_receipt_sent',
          principal: principalOf(caller),
          target: `${rowid}, by way of helper`,
          result: 'ok',
        }),
      (error: unknown) =>
        log.warn(`no read receipt was sent: ${error instanceof ServiceError ? error.code : 'failed'}`),
    )
  return foundConversation(history, guid)
}
