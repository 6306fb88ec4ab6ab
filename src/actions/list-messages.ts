/** Implements GET /api/v1/conversations/{guid}/messages. */
import { ServiceError } from '../domain/service-error.ts'
import type { Action } from './action.ts'
import { noConversation } from './found-conversation.ts'

export const listMessages: Action<'list_messages'> = ({ guid, limit, ...anchors }, { history }) => {
  const { before_rowid, after_rowid, around_rowid, from_ts } = anchors
  const given = Object.entries({ before_rowid, after_rowid, around_rowid, from_ts }).filter(
    ([, place]) => place !== undefined,
  )
  const [, second] = given
  if (second !== undefined)
    throw new ServiceError('invalid_request', 'Two places were named to begin from.', {
      in: 'query',
      path: second[0],
      reason: 'only one of before_rowid, after_rowid, around_rowid and from_ts may be given',
    })
  const messages = history.messages(guid, { limit, ...Object.fromEntries(given) })
  if (messages === undefined) throw noConversation()
  return messages
}
