/**
 * Reads the messages of a conversation within a period, oldest first and a page at a time, so that even a long one does
 * not fill the memory.
 */
import type { Message } from '../contract/message.ts'
import type { Anchor } from '../mac/history/pages.ts'
import type { Period } from './period.ts'

const pageSize = 250
const beforeAnyMs = -8_640_000_000_000_000

/** A history of a Mac, which answers at once, or of a hub. */
export interface Messages {
  messages(guid: string, anchor: Anchor): Message[] | undefined | Promise<Message[] | undefined>
}

export async function* readMessages(
  history: Messages,
  guid: string,
  { fromMs, toMs, isStarred }: Period,
): AsyncGenerator<Message[]> {
  const first = { from_ts: new Date(fromMs ?? beforeAnyMs).toISOString(), limit: pageSize }
  let page = (await history.messages(guid, first)) ?? []
  while (page.length > 0) {
    const within = toMs === undefined ? page : page.filter(({ ts }) => Date.parse(ts) < toMs)
    const chosen = isStarred === true ? within.filter(({ starred }) => starred) : within
    if (chosen.length > 0) yield chosen
    const last = page.at(-1)
    if (within.length < page.length || page.length < pageSize || last === undefined) return
    page = (await history.messages(guid, { after_rowid: last.rowid, limit: pageSize })) ?? []
  }
}

export async function hasMessages(history: Messages, guid: string, period: Period): Promise<boolean> {
  // A single message tells, unless it has to be a starred one.
  const first: Messages = { messages: (of, anchor) => history.messages(of, { ...anchor, limit: 1 }) }
  for await (const page of readMessages(period.isStarred === true ? history : first, guid, period))
    return page.length > 0
  return false
}
