/**
 * The loaded messages of one conversation: a stretch without gaps that grows at one end and drops messages at the
 * other.
 */
import type { Message } from '../../../../src/contract/message.ts'

export interface MessageWindow {
  /** Messages in the order of the service, which is chronological. */
  rows: readonly Message[]
  hasOlder: boolean
  hasNewer: boolean
}

export const emptyWindow: MessageWindow = { rows: [], hasOlder: true, hasNewer: true }
export const mostRows = 600

/** A page that was fetched, with the limit of its request. */
export type Page = { messages: readonly Message[] } & (
  | { place: 'newest'; limit: number }
  | { place: 'before' | 'after' | 'around'; rowid: number; limit: number }
  /** A short stretch around one message that was changed, added or removed. */
  | { place: 'patch'; rowid: number }
)

export function withPage(window: MessageWindow, page: Page): MessageWindow {
  switch (page.place) {
    case 'newest':
      return { rows: page.messages, hasOlder: page.messages.length >= page.limit, hasNewer: false }
    case 'around':
      return around(page)
    case 'before':
      return window.rows[0]?.rowid === page.rowid ? grownBackwards(window, page) : window
    case 'after':
      return window.rows.at(-1)?.rowid === page.rowid ? grownForwards(window, page) : window
    case 'patch':
      return patched(window, page)
  }
}

type Grown = Extract<Page, { limit: number; rowid: number }>

/** The service fills up missing older messages with newer ones, but never the reverse. */
function around({ messages, rowid, limit }: Grown): MessageWindow {
  const half = Math.floor(limit / 2)
  const at = messages.findIndex((message) => message.rowid === rowid)
  return {
    rows: messages,
    hasOlder: at === -1 || at >= half,
    hasNewer: messages.length >= limit,
  }
}

function grownBackwards(window: MessageWindow, { messages, limit }: Grown): MessageWindow {
  const rows = [...unknownOf(messages, window), ...window.rows]
  return {
    rows: rows.slice(0, mostRows),
    hasOlder: messages.length >= limit,
    hasNewer: window.hasNewer || rows.length > mostRows,
  }
}

function grownForwards(window: MessageWindow, { messages, limit }: Grown): MessageWindow {
  const rows = [...window.rows, ...unknownOf(messages, window)]
  return {
    rows: rows.slice(-mostRows),
    hasOlder: window.hasOlder || rows.length > mostRows,
    hasNewer: messages.length >= limit,
  }
}

function unknownOf(messages: readonly Message[], { rows }: MessageWindow): readonly Message[] {
  const known = new Set(rows.map(({ rowid }) => rowid))
  return messages.filter(({ rowid }) => !known.has(rowid))
}

/** Between the first and the last message that both contain, the newly read stretch replaces the old one. */
function patched(window: MessageWindow, { messages, rowid }: { messages: readonly Message[]; rowid: number }) {
  const stays = messages.some((message) => message.rowid === rowid)
  const rows = stays ? window.rows : window.rows.filter((message) => message.rowid !== rowid)
  const places = new Map(rows.map((message, index) => [message.rowid, index]))
  const firstKnown = messages.findIndex((message) => places.has(message.rowid))
  const lastKnown = messages.findLastIndex((message) => places.has(message.rowid))
  const first = places.get(messages[firstKnown]?.rowid ?? -1)
  const last = places.get(messages[lastKnown]?.rowid ?? -1)
  if (first === undefined || last === undefined) return { ...window, rows }
  return {
    ...window,
    rows: [
      ...(first === 0 && !window.hasOlder ? messages.slice(0, firstKnown) : []),
      ...rows.slice(0, first),
      ...messages.slice(firstKnown, lastKnown + 1),
      ...rows.slice(last + 1),
      ...(last === rows.length - 1 && !window.hasNewer ? messages.slice(lastKnown + 1) : []),
    ],
  }
}
