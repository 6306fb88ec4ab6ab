/** Gathers the messages of a stretch of a conversation, page by page. */
import type { Message } from '../../../src/contract/message.ts'
import type { Stretch } from './period.ts'

/** A browser lays out this many in seconds; more than these fill several hundred sheets. */
export const mostPrinted = 5_000
const pageSize = 500

export type AskMessages = (
  question: { limit: number } & ({ from_ts: string } | { after_rowid: number }),
) => Promise<Message[]>

interface Gathering {
  ask: AskMessages
  stretch: Stretch
  onCount(count: number): void
  signal: AbortSignal
}

/** Returns undefined when there are more than can be printed. */
export async function gather({ ask, stretch, onCount, signal }: Gathering): Promise<Message[] | undefined> {
  const found: Message[] = []
  let page = await ask({ limit: pageSize, from_ts: stretch.from.toISOString() })
  while (!signal.aborted) {
    const fitting = page.filter(({ ts }) => new Date(ts) < stretch.to)
    found.push(...fitting)
    if (found.length > mostPrinted) return undefined
    onCount(found.length)
    const last = page.at(-1)
    if (last === undefined || page.length < pageSize || fitting.length === 0) break
    page = await ask({ limit: pageSize, after_rowid: last.rowid })
  }
  return found
}
