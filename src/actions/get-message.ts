/** Implements GET /api/v1/messages and GET /api/v1/messages/{message}. */
import type { PlacedMessage } from '../contract/placed-message.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { PlacedMessage as PlacedInHistory } from '../mac/history/placed.ts'
import type { Action } from './action.ts'

export const getMessage: Action<'get_message'> = ({ message: id }, { history }) => {
  const rowid = /^\d{1,15}$/.test(id) ? Number(id) : history.rowidsOf([id]).get(id)
  const [placed] = rowid === undefined ? [] : history.placed([rowid])
  if (placed === undefined) throw new ServiceError('message_not_found', 'There is no such message.', { message: id })
  return placedInAnswer(placed)
}

export const listAllMessages: Action<'list_all_messages'> = ({ limit, after_rowid, before_rowid }, { history }) => {
  if (after_rowid !== undefined && before_rowid !== undefined)
    throw new ServiceError('invalid_request', 'Two places were named to begin from.', {
      in: 'query',
      path: 'before_rowid',
      reason: 'only one of after_rowid and before_rowid may be given',
    })
  const page = history.allMessages({ limit, after: after_rowid, before: before_rowid })
  const { placed, fromRowid, toRowid, hasMore } = page
  return { messages: placed.map(placedInAnswer), from_rowid: fromRowid, to_rowid: toRowid, more: hasMore }
}

/** Leaves out what only the service needs to know. */
export const placedInAnswer = ({ conversation_guid, conversation_name, message }: PlacedInHistory): PlacedMessage => ({
  conversation_guid,
  conversation_name,
  message,
})
