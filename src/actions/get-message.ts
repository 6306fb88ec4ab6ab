/** Implements GET /api/v1/messages and GET /api/v1/messages/{message}. */
import type { Input } from '../contract/endpoints.ts'
import { mostNamedMessages } from '../contract/limits.ts'
import type { PlacedMessage, PlacedMessagePage } from '../contract/placed-message.ts'
import { placedInAnswer } from '../domain/placed-in-answer.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { Action } from './action.ts'
import type { HistoryService } from './services.ts'

export const getMessage: Action<'get_message'> = ({ message: id }, { history }) => {
  const rowid = /^\d{1,15}$/.test(id) ? Number(id) : history.rowidsOf([id]).get(id)
  const [placed] = rowid === undefined ? [] : history.placed([rowid])
  if (placed === undefined) throw new ServiceError('message_not_found', 'There is no such message.', { message: id })
  return placedInAnswer(placed)
}

export const listAllMessages: Action<'list_all_messages'> = (asked, { history }) => {
  const { limit, after_rowid, before_rowid, rowids, guids } = asked
  const isByName = rowids !== undefined || guids !== undefined
  const places = [after_rowid !== undefined, before_rowid !== undefined, isByName].filter(Boolean)
  if (places.length > 1)
    throw new ServiceError('invalid_request', 'Two places were named to begin from.', {
      in: 'query',
      path: before_rowid === undefined ? 'after_rowid' : 'before_rowid',
      reason: 'only one of after_rowid, before_rowid, and rowids with guids may be given',
    })
  if (isByName) return namedMessages({ rowids, guids }, history)
  const page = history.allMessages({ limit, after: after_rowid, before: before_rowid })
  const { placed, fromRowid, toRowid, hasMore } = page
  return { messages: placed.map(placedInAnswer), from_rowid: fromRowid, to_rowid: toRowid, more: hasMore }
}

function namedMessages(named: MessageNames, history: HistoryService): PlacedMessagePage {
  const { rowids, guids } = messageNames(named)
  const known = guids.length === 0 ? [] : history.rowidsOf(guids).values()
  const all = [...new Set([...rowids, ...known])].sort((one, other) => one - other)
  return pageOfNamed(history.placed(all).map(placedInAnswer))
}

type MessageNames = Pick<Input<'list_all_messages'>, 'rowids' | 'guids'>

/** Reads the names of messages. Throws `invalid_request` where there are too many. */
export function messageNames(named: MessageNames): { rowids: number[]; guids: string[] } {
  const [rowids = [], guids = []] = [named.rowids?.split(',').map(Number), named.guids?.split(',')]
  if (rowids.length + guids.length <= mostNamedMessages) return { rowids, guids }
  throw new ServiceError('invalid_request', 'Too many messages were named.', {
    in: 'query',
    path: 'guids',
    reason: `at most ${mostNamedMessages} messages may be named at once`,
  })
}

export const pageOfNamed = (messages: PlacedMessage[]): PlacedMessagePage => ({
  messages,
  from_rowid: messages[0]?.message.rowid ?? 1,
  to_rowid: messages.at(-1)?.message.rowid ?? 0,
  more: false,
})
