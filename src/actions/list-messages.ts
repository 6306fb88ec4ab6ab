/** Implements GET /api/v1/conversations/{guid}/messages. */
import type { Input } from '../contract/endpoints.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { Action } from './action.ts'
import { noConversation } from './found-conversation.ts'

export const listMessages: Action<'list_messages'> = ({ guid, limit, ...anchors }, { history }) => {
  const messages = history.messages(guid, { limit, ...onlyAnchor(anchors) })
  if (messages === undefined) throw noConversation()
  return messages
}

type Anchors = Omit<Input<'list_messages'>, 'guid' | 'limit'>

/** Returns the place that a page begins from. Throws `invalid_request` where there are two. */
export function onlyAnchor({ before_rowid, after_rowid, around_rowid, from_ts }: Anchors): Anchors {
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
  return Object.fromEntries(given)
}
