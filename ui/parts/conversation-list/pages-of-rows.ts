/** Joins the fetched pages into rows, and updates the pages when one conversation changes. */
import type { InfiniteData } from '@tanstack/react-query'
import type { Conversation } from '../../../src/contract/conversation.ts'

export interface Page {
  rows: readonly Conversation[]
  isLast: boolean
}

/** Lists each row once: a message that arrives while pages are fetched moves rows from one page to the next. */
export function rowsOf(pages: readonly Page[]): Conversation[] {
  const rows = new Map<string, Conversation>()
  for (const page of pages) for (const row of page.rows) if (!rows.has(row.guid)) rows.set(row.guid, row)
  return [...rows.values()]
}

export type ConversationData = InfiniteData<Page, number>

export function withoutConversation(data: ConversationData, guid: string): ConversationData {
  const pages = data.pages.map((page) => ({ ...page, rows: page.rows.filter((row) => row.guid !== guid) }))
  return { ...data, pages }
}

/** Moves a conversation to the position of its new content; the pages keep their sizes. */
export function withConversation(data: ConversationData, changed: Conversation): ConversationData {
  const isWhole = data.pages.at(-1)?.isLast ?? false
  const others = rowsOf(data.pages).filter(({ guid }) => guid !== changed.guid)
  const index = others.findIndex((row) => isNewer(changed, row))
  // Rows that were not fetched yet may come between the last fetched row and this one.
  if (index === -1 && !isWhole) return { ...data, pages: paged(data.pages, others) }
  return { ...data, pages: paged(data.pages, others.toSpliced(index === -1 ? others.length : index, 0, changed)) }
}

const isNewer = (a: Conversation, b: Conversation): boolean =>
  a.last_message_ts === b.last_message_ts
    ? a.last_message_rowid > b.last_message_rowid
    : a.last_message_ts > b.last_message_ts

function paged(pages: readonly Page[], rows: readonly Conversation[]): Page[] {
  let from = 0
  return pages.map((page, index) => {
    const to = index === pages.length - 1 ? rows.length : from + page.rows.length
    const part = rows.slice(from, to)
    from = to
    return { ...page, rows: part }
  })
}
