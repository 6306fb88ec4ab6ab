/** Decides what an event means for the loaded messages. */
import type { StreamEvent } from '../../../../src/contract/events.ts'
import type { MessageWindow } from './message-window.ts'

export type Concern =
  | { what: 'nothing' }
  /** A message was added, most likely at the end. */
  | { what: 'added'; rowid: number; isNew: boolean }
  /** A loaded message has changed. */
  | { what: 'changed'; rowid: number }
  | { what: 'everything' }

const nothing: Concern = { what: 'nothing' }

export function concernOf(event: StreamEvent, { guid, window }: { guid: string; window: MessageWindow }): Concern {
  if (event.type === 'reset') return { what: 'everything' }
  if (!('chat_guid' in event) || !('rowid' in event)) return nothing
  const { chat_guid, rowid } = event
  if (event.type === 'conversation_changed') return mayBeOf(chat_guid ?? '', guid) ? { what: 'everything' } : nothing
  const target = window.rows.find((row) =>
    'target_guid' in event ? row.guid === event.target_guid : row.rowid === rowid,
  )
  if (target !== undefined) return { what: 'changed', rowid: target.rowid }
  const isAddition = event.type === 'new_message' || event.type === 'message_sent' || event.type === 'send_updated'
  if (!isAddition || rowid === null || chat_guid === null || !mayBeOf(chat_guid, guid)) return nothing
  return { what: 'added', rowid, isNew: event.type === 'new_message' }
}

/**
 * Messages may keep several chats for one person, and the page knows only one of their addresses, so an event of any
 * one-to-one conversation may concern this one. A group has the same name under all services.
 */
function mayBeOf(chat: string, guid: string): boolean {
  if (nameOf(chat) === nameOf(guid)) return true
  return !isGroup(chat) && !isGroup(guid)
}

const nameOf = (guid: string): string => guid.slice(guid.lastIndexOf(';') + 1)
const isGroup = (guid: string): boolean => guid.includes(';+;')
