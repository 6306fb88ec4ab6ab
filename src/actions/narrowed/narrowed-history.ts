/** The history as it exists under a grant. */
import type { Grant } from '../../contract/grant.ts'
import type { RowPage, StoredRow } from '../../contract/stored-row.ts'
import { hideContent, hideInConversation, hideInItem, hideInRow } from '../../domain/grant/hide-content.ts'
import { sinceMs } from '../../domain/grant/since.ts'
import type { ViewedHistory } from '../../mac/history/history.ts'
import type { PlacedMessage } from '../../mac/history/placed.ts'
import type { HistoryService } from '../services.ts'

export function narrowedHistory(history: Pick<HistoryService, 'within'>, grant: Grant, nowMs: number): ViewedHistory {
  const view = history.within({ people: grant.people, sinceMs: sinceMs(grant.since, nowMs) })
  const rowsUnder = ({ rows, ...page }: RowPage): RowPage => {
    const exists = existingAmong(rows.flatMap(({ reply_to_guid: guid }) => guid ?? []))
    return { ...page, rows: rows.map((row) => hideInRow(exists(row.reply_to_guid) ? row : withoutRoot(row), grant)) }
  }
  /** Tells which messages with these GUIDs exist. */
  const existingAmong = (guids: readonly string[]) => {
    const rowids = guids.length === 0 ? new Map<string, number>() : view.rowidsOf([...new Set(guids)])
    const existing = new Set([...rowids].flatMap(([guid, rowid]) => (view.sees(rowid) ? guid : [])))
    return (guid: string | null) => guid !== null && existing.has(guid)
  }
  /** What belongs to a message that does not exist cannot be asked for. */
  const withoutHidden = <T extends { about?: string }>(asked: T): T => {
    if (asked.about === undefined) return asked
    const exists = existingAmong(asked.about.split(','))
    return { ...asked, about: asked.about.split(',').filter(exists).join(',') }
  }
  const placed = (one: PlacedMessage): PlacedMessage => ({ ...one, message: hideContent(one.message, grant) })
  return {
    ...view,
    conversations: (page) => view.conversations(page).map((one) => hideInConversation(one, grant)),
    conversation(guid) {
      const found = view.conversation(guid)
      return found && hideInConversation(found, grant)
    },
    conversationsWith: (address) => view.conversationsWith(address).map((one) => hideInConversation(one, grant)),
    messages: (guid, anchor) => view.messages(guid, anchor)?.map((message) => hideContent(message, grant)),
    gallery(guid, asked) {
      const isHidden = asked.kind === 'links' ? !grant.fields.text : !grant.fields.attachments
      if (isHidden) return view.conversationKey(guid) === undefined ? undefined : { items: [], next: undefined }
      const part = view.gallery(guid, asked)
      return part && { ...part, items: part.items.flatMap((item) => hideInItem(item, grant) ?? []) }
    },
    placed: (rowids) => view.placed(rowids).map(placed),
    storedRows(asked) {
      const page = view.storedRows(withoutHidden(asked))
      return page && rowsUnder(page)
    },
    countStoredRows: (asked) => view.countStoredRows(withoutHidden(asked)),
    storedTotals() {
      const totals = view.storedTotals()
      return grant.fields.attachments ? totals : { ...totals, attachments: 0, images: 0, videos: 0, locations: 0 }
    },
    allMessages(anchor) {
      const page = view.allMessages(anchor)
      return { ...page, placed: page.placed.map(placed) }
    },
  }
}

/** The message that a row answers does not exist. */
const withoutRoot = (row: StoredRow): StoredRow =>
  row.reply_to_guid === null ? row : { ...row, reply_to_guid: null, reply_to_part: null }
