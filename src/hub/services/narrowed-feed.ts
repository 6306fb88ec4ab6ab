/** Narrows the events of the hub to those that exist for a caller with a grant. */
import type { Caller } from '../../actions/action.ts'
import { guiseOf } from '../../actions/narrowed/guise.ts'
import { askerOf } from '../../actions/send-and-audit.ts'
import { grantedView } from '../store/granted-view.ts'
import { conversationsIn, seenAmong } from '../store/history.ts'
import { ofHubGuid } from '../store/ids.ts'
import { sendsOf } from '../store/sends.ts'
import type { HubHistoryDeps } from './hub-history.ts'

export interface FeedEvent {
  type: string
  /** Null for a send whose chat is not known yet. */
  chat_guid?: string | null
  rowid?: number
  target_guid?: string
  handle?: string
  /** The id of a send. */
  id?: string
}

/** Returns each event as its reader may see it; undefined for one that does not exist for the reader. */
export type NarrowFeed = (events: readonly FeedEvent[]) => Promise<(FeedEvent | undefined)[]>

const aboutSend = 'send_updated'
const aboutTapbacks: readonly string[] = ['tapback_added', 'tapback_removed']

/** Returns undefined for a caller without a grant. */
export function narrowedFeed(deps: HubHistoryDeps, caller: Caller): NarrowFeed | undefined {
  const { grant } = caller
  if (grant === null) return undefined
  const guise = guiseOf(caller, deps)
  return async (events) => {
    const { sql, nowMs } = deps
    const view = await grantedView(sql, grant, nowMs())
    const rowids = events.flatMap(({ rowid }) => rowid ?? [])
    const guids = events.flatMap(({ target_guid }) => target_guid ?? [])
    const seen = events.length === 0 ? [] : await seenAmong(sql, { rowids, guids }, view)
    const [rows, targets] = [
      new Set(seen.map(({ rowid }) => rowid)),
      new Set(seen.map(({ line, guid }) => `${line}~${guid}`)),
    ]
    const conversations = new Set(
      await conversationsIn(
        sql,
        events.flatMap(({ chat_guid }) => chat_guid ?? []),
        view,
      ),
    )
    const ownSends = await sendsOf(
      sql,
      events.flatMap(({ type, id }) => (type === aboutSend && id !== undefined ? [id] : [])),
      askerOf(caller),
    )
    const exists = ({ type, id, rowid, chat_guid: guid, target_guid: target }: FeedEvent): boolean => {
      if (type === aboutSend) return id !== undefined && ownSends.has(id)
      if (guid == null || !conversations.has(guid)) return false
      if (type === 'conversation_archived') return true
      if (rowid === undefined) return false
      // The event is hidden together with its target.
      if (aboutTapbacks.includes(type)) return targets.has(`${ofHubGuid(guid)?.line}~${target}`)
      // A row that is no message has no date here. It is told if the caller sees everything in the conversation.
      return rows.has(rowid) || (grant.since === null && type === 'conversation_changed')
    }
    return events.map((event) => {
      if (!exists(event)) return undefined
      if (guise.showsHandles || event.chat_guid == null) return event
      if (event.type === aboutSend) return { ...event, chat_guid: null }
      return {
        ...event,
        chat_guid: guise.guid(event.chat_guid),
        ...(event.handle !== undefined && { handle: guise.handle(event.handle) }),
      }
    })
  }
}
