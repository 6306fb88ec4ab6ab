/** Routes about chats: listing, counting and reading them. Sending is in `sending.ts`. */
import type { Conversation } from '../../../contract/conversation.ts'
import { chatOf } from '../chat-of.ts'
import { allConversations, findConversation, lastMessageOf, messagesOf } from '../chats.ts'
import { notFound } from '../envelope.ts'
import {
  check,
  type Fields,
  isYes,
  list,
  oneOf,
  pageIn,
  pageRules,
  periodIn,
  periodRules,
  text,
  textIn,
  wantedIn,
} from '../input.ts'
import type { BlueBubblesRequest, Handler, Route, Session } from '../request.ts'
import type { BlueBubblesChat } from '../shapes.ts'

const missing = () => notFound('Chat does not exist!')

async function existing({ session, params: { guid = '' } }: BlueBubblesRequest): Promise<Conversation> {
  const conversation = await findConversation(session, guid)
  if (conversation === undefined) throw missing()
  return conversation
}

/** Lists chats by ROWID, the newest chat first, as the original does; `sort` orders what is on the page. */
async function queryChats(session: Session, fields: Fields) {
  const { limit, offset } = pageIn(fields, { limit: 1000 })
  const wanted = wantedIn(fields.with)
  const withLast = wanted.has('lastmessage')
  const guid = textIn(fields, 'guid')
  const [found, handles] = await Promise.all([
    guid === undefined
      ? allConversations(session)
      : findConversation(session, guid).then((one) => (one === undefined ? [] : [one])),
    session.handles(),
  ])
  const page = found.toSorted((a, b) => b.chat_rowid - a.chat_rowid).slice(offset, offset + limit)
  if (withLast || fields.sort === 'lastmessage')
    page.sort((a, b) => Date.parse(b.last_message_ts) - Date.parse(a.last_message_ts))
  const data: BlueBubblesChat[] = []
  for (const conversation of page)
    data.push(
      chatOf(conversation, {
        handles,
        ...(withLast && { lastMessage: await lastMessageOf(session, conversation.guid) }),
      }),
    )
  return { data, metadata: { count: data.length, total: found.length, offset, limit } }
}

const query: Handler = ({ session, body }) => {
  check(body, { with: [list], sort: [text, oneOf('lastmessage')], ...pageRules })
  return queryChats(session, body)
}

/** Some clients list by GET, which the original does not have. */
const listed: Handler = ({ session, query }) => {
  check(query, { sort: [oneOf('lastmessage')], ...pageRules })
  return queryChats(session, query)
}

const count: Handler = async ({ session, query }) => {
  const withArchived = query.includeArchived === undefined || isYes(query.includeArchived)
  const counted = (await allConversations(session)).filter(({ archived }) => withArchived || !archived)
  const breakdown: Record<string, number> = {}
  for (const { service } of counted) breakdown[service] = (breakdown[service] ?? 0) + 1
  return { data: { total: counted.length, breakdown } }
}

const find: Handler = async (request) => {
  const { session, query } = request
  const conversation = await existing(request)
  const wanted = wantedIn(query.with)
  const handles = await session.handles()
  return {
    data: chatOf(conversation, {
      handles,
      ...(wanted.has('lastmessage') && { lastMessage: await lastMessageOf(session, conversation.guid) }),
    }),
  }
}

async function messagesIn(session: Session, guid: string, fields: Fields) {
  check(fields, { with: [text], sort: [text, oneOf('DESC', 'ASC')], ...periodRules, ...pageRules })
  if ((await findConversation(session, guid)) === undefined) throw missing()
  const page = pageIn(fields, { limit: 100 })
  const filter = { conversation: guid, ...periodIn(fields) }
  const [{ rows }, { total }] = await Promise.all([
    session.relay.list_rows({ ...filter, newest_first: fields.sort !== 'ASC', ...page }),
    session.relay.count_rows(filter),
  ])
  const data = await messagesOf(session, rows, { wanted: wantedIn(fields.with) })
  return { data, metadata: { ...page, total, count: data.length } }
}

const messages: Handler = ({ session, query, params: { guid = '' } }) => messagesIn(session, guid, query)

/** Asked for by clients under an address of their own. */
const messagesByQuery: Handler = ({ session, query }) => messagesIn(session, textIn(query, 'chatGuid') ?? '', query)

/** Messages' own pictures of groups are not read here, so there is none. */
const icon: Handler = async (request) => {
  await existing(request)
  throw notFound('Unable to find icon for the selected chat')
}

/**
 * Marks the chat as read in this service, by its own mark: the page and its notifications follow it. The mark of Messages,
 * and the receipt that the other person would get, stay as they are, and the answer says so.
 */
const read: Handler = async (request) => {
  const { guid, last_message_rowid: rowid } = await existing(request)
  if (rowid > 0) await request.session.relay.mark_read({ guid, rowid })
  return { message: 'Successfully marked chat as read! The mark is this service’s own; that of Messages stays.' }
}

export const chatRoutes: readonly Route[] = [
  { method: 'POST', path: 'chat/query', scopes: ['read'], handle: query },
  { method: 'GET', path: 'chat', scopes: ['read'], handle: listed },
  { method: 'GET', path: 'chat/count', scopes: ['read'], handle: count },
  { method: 'GET', path: 'chat/:guid', scopes: ['read'], handle: find },
  { method: 'GET', path: 'chat/:guid/message', scopes: ['read'], handle: messages },
  { method: 'GET', path: 'chat/:guid/messages', scopes: ['read'], handle: messages },
  { method: 'GET', path: 'messages', scopes: ['read'], handle: messagesByQuery },
  { method: 'GET', path: 'chat/:guid/icon', scopes: ['read'], handle: icon },
  { method: 'POST', path: 'chat/:guid/read', scopes: ['read', 'write'], handle: read },
]
