/** Reads the current state of what arrivals are about from PostgreSQL: an entry is only a hint. */
import type { MessageEvent } from '../../contract/events.ts'
import type { ArrivalEntry } from '../store/arrivals.ts'
import type { Sql } from '../store/database.ts'
import { conversationsOf, placedMessages } from '../store/history.ts'
import { hubGuid, lineOfRowid } from '../store/ids.ts'
import { linesOf } from '../store/macs.ts'
import type { Arrival } from './decide-arrival.ts'

export interface ReadArrivals {
  /** The messages in the order in which they came. */
  messages: Arrival[]
  /** Events about messages that plugins may have received before. */
  events: MessageEvent[]
}

const ofMessages: readonly string[] = ['new_message', 'message_sent']

/** Reads arrivals. A message that is gone from its Mac meanwhile is left out. */
export async function readArrivals(sql: Sql, entries: readonly ArrivalEntry[]): Promise<ReadArrivals> {
  const told = entries.flatMap(({ line, events }) => events.map((event) => ({ line, event: event as MessageEvent })))
  const rowids = unique(told.flatMap(({ event }) => (ofMessages.includes(event.type) ? (event.rowid ?? []) : [])))
  return { messages: await messagesOf(sql, rowids), events: told.flatMap(eventIn) }
}

async function messagesOf(sql: Sql, rowids: readonly number[]): Promise<Arrival[]> {
  if (rowids.length === 0) return []
  const placed = new Map((await placedMessages(sql, { rowids })).map((one) => [one.message.rowid, one]))
  const ids = unique([...placed.values()].map(({ conversation }) => conversation))
  const conversations = new Map((await conversationsOf(sql, ids)).map((one) => [one.chat_rowid, one]))
  const lines = new Map((await linesOf(sql)).map((line) => [line.id, line]))
  return rowids.flatMap((rowid) => {
    const one = placed.get(rowid)
    const conversation = one && conversations.get(one.conversation)
    const line = lines.get(lineOfRowid(rowid))
    return one === undefined || conversation === undefined || line === undefined
      ? []
      : [{ line, conversation, message: one.message }]
  })
}

/** Plugins know messages by the GUIDs of the journal, which name the line. */
function eventIn({ line, event }: { line: number; event: MessageEvent }): MessageEvent[] {
  if (ofMessages.includes(event.type)) return []
  return 'target_guid' in event ? [{ ...event, target_guid: hubGuid(line, event.target_guid) }] : [event]
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]
