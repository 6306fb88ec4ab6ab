/** Marks conversations and messages of a hub as read, archived or starred. These marks belong to the hub. */
import type { ActionRequest, Actions } from '../../actions/action.ts'
import { noConversation } from '../../actions/found-conversation.ts'
import { timestamp } from '../../base/timestamp.ts'
import type { Conversation } from '../../contract/conversation.ts'
import { mostStarred } from '../../contract/limits.ts'
import { ServiceError } from '../../domain/service-error.ts'
import type { Sql } from '../store/database.ts'
import type { Placed } from '../store/history.ts'
import { lineOfRowid } from '../store/ids.ts'
import { archive, noteRead, type Starred, star, unarchive, unstar } from '../store/marks.ts'
import { hasContent } from '../store/shown.ts'
import type { HubHistory } from './hub-history.ts'
import type { ReadOrders } from './read-orders.ts'

interface MarkDeps {
  sql: Sql
  nowMs(): number
  readOrders: Pick<ReadOrders, 'stir'>
}

export function markActions({ sql, nowMs, readOrders }: MarkDeps, historyOf: (request: ActionRequest) => HubHistory) {
  /** Marks a conversation that exists for the caller, and returns its new state. */
  async function marked(guid: string, history: HubHistory, mark: (found: Conversation) => Promise<unknown>) {
    const found = await history.found(guid)
    if (found === undefined) throw noConversation()
    await mark(found)
    return (await history.conversation(guid)) ?? found
  }
  return {
    mark_read: ({ guid, rowid }, _services, request) => {
      const history = historyOf(request)
      return marked(guid, history, async ({ chat_rowid: conversation }) => {
        const placed = await history.foundMessage(rowid)
        if (placed?.conversation !== conversation)
          throw new ServiceError('message_not_found', 'This conversation has no such message.', { rowid })
        const message = { rowid, guid: placed.message.guid, sentAtMs: Date.parse(placed.message.ts) }
        await noteRead(sql, { conversation, message, nowMs: nowMs() })
        readOrders.stir()
      })
    },
    archive_conversation: ({ guid }, _services, request) =>
      marked(guid, historyOf(request), ({ chat_rowid: id }) => archive(sql, id, nowMs())),
    unarchive_conversation: ({ guid }, _services, request) =>
      marked(guid, historyOf(request), ({ chat_rowid: id }) => unarchive(sql, id)),
    star_message: async ({ rowid }, _services, request) => {
      const history = historyOf(request)
      const placed = await foundMessage(history, rowid)
      if (!hasContent(placed.message))
        throw new ServiceError('message_not_found', 'This message has no content to star.', { rowid })
      const starredAtMs = await star(sql, namesOf(placed), nowMs())
      if (starredAtMs === undefined)
        throw new ServiceError('invalid_request', `${mostStarred} messages are starred already. Remove a star first.`, {
          path: 'rowid',
          reason: `Expected at most ${mostStarred} starred messages`,
        })
      const [shown = placed] = await history.shown([{ ...placed, message: { ...placed.message, starred: true } }])
      return { starred_at: timestamp(starredAtMs), ...shown }
    },
    unstar_message: async ({ rowid }, _services, request) => {
      await unstar(sql, namesOf(await foundMessage(historyOf(request), rowid)))
    },
    list_starred: async (asked, _services, request) => {
      const page = await historyOf(request).starred(asked)
      if (page === undefined) throw noConversation()
      return page
    },
  } satisfies Partial<Actions>
}

async function foundMessage(history: HubHistory, rowid: number): Promise<Placed> {
  const placed = await history.foundMessage(rowid)
  if (placed === undefined) throw new ServiceError('message_not_found', 'There is no such message.', { rowid })
  return placed
}

const namesOf = ({ conversation_guid, message: { rowid, guid } }: Placed): Starred => ({
  line: lineOfRowid(rowid),
  guid,
  rowid,
  conversation_guid,
})
