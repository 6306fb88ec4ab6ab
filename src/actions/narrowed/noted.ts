/** Notes what the holder of an API key reads, and that it tries to reach whom its grant hides. */
import type { Services } from '../services.ts'

type ReadHistory = Pick<
  Services['history'],
  'conversation' | 'messages' | 'gallery' | 'conversationKey' | 'chatGuid' | 'placed' | 'allMessages'
>

export interface Notes {
  read(guid: string, messages: number): void
  /** Somebody who exists was asked for, and is hidden. */
  triedHidden(): void
}

/** The same history; `whole` is the one without limits, in which hidden conversations exist. */
export function notedHistory<H extends ReadHistory>(
  history: H,
  whole: Pick<Services['history'], 'conversationKey' | 'placed'>,
  { read, triedHidden }: Notes,
): H {
  const noticed = <T>(guid: string, found: T | undefined): T | undefined => {
    if (found === undefined && whole.conversationKey(guid) !== undefined) triedHidden()
    return found
  }
  const notePlaced = (placed: ReturnType<H['placed']>) => {
    const byChat = Map.groupBy(placed, ({ chatGuid }) => chatGuid)
    for (const [guid, of] of byChat) read(guid, of.length)
    return placed
  }
  return {
    ...history,
    conversation: (guid) => noticed(guid, history.conversation(guid)),
    conversationKey: (guid) => noticed(guid, history.conversationKey(guid)),
    messages(guid, anchor) {
      const messages = noticed(guid, history.messages(guid, anchor))
      if (messages !== undefined) read(history.chatGuid(guid) ?? guid, messages.length)
      return messages
    },
    gallery(guid, asked) {
      const part = noticed(guid, history.gallery(guid, asked))
      if (part !== undefined) read(history.chatGuid(guid) ?? guid, part.items.length)
      return part
    },
    placed(rowids) {
      const placed = history.placed(rowids) as ReturnType<H['placed']>
      if (rowids.length === 1 && placed.length === 0 && whole.placed(rowids).length > 0) triedHidden()
      return notePlaced(placed)
    },
    allMessages(anchor) {
      const page = history.allMessages(anchor)
      notePlaced(page.placed as ReturnType<H['placed']>)
      return page
    },
  }
}

/** The same history; of its rows it is noted which were read. */
export const notedRows = <H extends Pick<Services['history'], 'storedRows'>>(history: H, { read }: Notes): H => ({
  ...history,
  storedRows(asked) {
    const page = history.storedRows(asked)
    for (const [guid, of] of Map.groupBy(page?.rows ?? [], ({ chat_guid }) => chat_guid)) read(guid, of.length)
    return page
  },
})

/** The same search. */
export const notedSearch = (search: Services['search'], { read }: Pick<Notes, 'read'>): Services['search'] => ({
  ...search,
  async search(asked) {
    const page = await search.search(asked)
    const byChat = Map.groupBy(page.results, ({ conversation_guid }) => conversation_guid)
    for (const [guid, of] of byChat) read(guid, of.length)
    return page
  },
})
