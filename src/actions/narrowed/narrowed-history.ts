/** The history as it exists under a grant. */
import type { Grant } from '../../contract/grant.ts'
import { hideContent, hideInConversation, hideInItem } from '../../domain/grant/hide-content.ts'
import { sinceMs } from '../../domain/grant/since.ts'
import type { ViewedHistory } from '../../mac/history/history.ts'
import type { PlacedMessage } from '../../mac/history/placed.ts'
import type { HistoryService } from '../services.ts'

export function narrowedHistory(history: Pick<HistoryService, 'within'>, grant: Grant, nowMs: number): ViewedHistory {
  const view = history.within({ people: grant.people, sinceMs: sinceMs(grant.since, nowMs) })
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
    allMessages(anchor) {
      const page = view.allMessages(anchor)
      return { ...page, placed: page.placed.map(placed) }
    },
  }
}
