/**
 * Decides which conversations are archived, and brings back those in which a message came since they were archived.
 *
 * A message came since when it is newer than all that were there. One that another device or a slow network held back
 * is dated earlier, so its ROWID tells. But iCloud gives new ROWIDs to old messages too, by the thousand: a message
 * that was sent long before the archiving, or that was there already under another ROWID, brings nothing back.
 */
import { unixMsToAppleNs } from '../../apple/apple-time.ts'
import type { ConversationKey } from '../../contract/ids.ts'
import type { ChatDb } from '../chat-db.ts'
import type { ShownConversation } from './conversation-chats.ts'
import type { LoadMessages } from './found-message.ts'
import type { Head } from './head-finder.ts'
import type { Heads } from './heads.ts'
import type { Repeats } from './repeats.ts'
import type { ShownRows } from './shown-rows.ts'

export interface ArchiveMark {
  conversation: ConversationKey
  /** When its newest message was sent as it was archived, in Unix milliseconds. */
  newestMs: number
  archivedAtMs: number | null
  /** The newest row of chat.db as it was archived; null where none was noted. */
  rowid: number | null
  guid: string | null
}

export interface ArchiveOfConversations {
  archived(): readonly ArchiveMark[]
  unarchive(conversations: readonly ConversationKey[]): void
}

export type IsArchived = (conversation: ShownConversation) => boolean

interface ArchivedDeps {
  chatDb: ChatDb
  rows: ShownRows
  heads: Pick<Heads, 'known'>
  load: LoadMessages
  repeats: Repeats
  isSelf(conversation: ShownConversation): boolean
}

/** A message may be this much older than the archiving: the Mac, or who wrote it, was offline for a while. */
const mostDelayMs = 24 * 3_600_000
/** Rows that came since and only repeat another, as the preview of a link does, are passed over up to this number. */
const mostTried = 50

/**
 * The addresses of a person are archived one by one, so that they stay archived when they are kept separate. A
 * conversation is archived when all its addresses are: an address that joins it later shows it again.
 */
export function archivedConversations(
  archive: ArchiveOfConversations | undefined,
  { heads, ...deps }: ArchivedDeps,
): () => IsArchived {
  const cameLate = oncePerHead(lateArrivals(deps))
  return () => {
    const known = new Map(archive?.archived().map((mark) => [mark.conversation, mark]))
    return (conversation) => {
      if (known.size === 0) return false
      const keys = keysOf(conversation)
      const marks = keys.flatMap((key) => known.get(key) ?? [])
      const latest = marks.reduce<ArchiveMark | undefined>(later, undefined)
      if (latest === undefined || marks.length < keys.length) return false
      const head = heads.known(conversation)
      if ((head?.sentAtMs ?? 0) <= latest.newestMs && !cameLate(conversation, head, latest)) return true
      archive?.unarchive(keys)
      return false
    }
  }
}

const later = (one: ArchiveMark | undefined, other: ArchiveMark): ArchiveMark =>
  one === undefined || other.newestMs > one.newestMs ? other : one

type CameLate = (conversation: ShownConversation, mark: ArchiveMark) => boolean

/** Tells whether a message came after the archiving although it is not the newest. */
function lateArrivals({ chatDb: { db }, rows, load, repeats, isSelf }: Omit<ArchivedDeps, 'heads'>): CameLate {
  const isSameFile = db.prepare('SELECT 1 FROM message WHERE ROWID = ? AND guid = ?')
  const late = db.prepare(`SELECT m.ROWID AS rowid, j.chat_id AS chatId
    FROM json_each(:chats) c CROSS JOIN chat_message_join j ON j.chat_id = c.value JOIN message m ON m.ROWID = j.message_id
    WHERE j.message_date >= :since AND j.message_id > :rowid AND ${rows.written} AND NOT EXISTS (
      SELECT 1 FROM chat_message_join was WHERE was.chat_id = j.chat_id AND was.message_date = j.message_date
      AND was.message_id <= :rowid)
    LIMIT ${mostTried}`)
  return (conversation, { rowid, guid, archivedAtMs }) => {
    if (rowid === null || archivedAtMs === null || isSameFile.get(rowid, guid) === undefined) return false
    const since = unixMsToAppleNs(archivedAtMs - mostDelayMs)
    const came = late.all({ chats: JSON.stringify(conversation.chatIds), since, rowid })
    if (came.length === 0) return false
    const found = load(came.map((row) => Number(row.rowid)))
    const inChats = came.flatMap((row) => {
      const message = found.get(Number(row.rowid))
      return message === undefined ? [] : [{ found: message, chatId: Number(row.chatId) }]
    })
    return repeats.among(inChats, conversation, isSelf(conversation)).size < inChats.length
  }
}

/** A conversation that got no row has the head that it had, so a list of thousands does not ask for each of them. */
function oncePerHead(cameLate: CameLate) {
  const answers = new WeakMap<Head, { rowid: number | null; isLate: boolean }>()
  return (conversation: ShownConversation, head: Head | undefined, mark: ArchiveMark): boolean => {
    const before = head && answers.get(head)
    if (before !== undefined && before.rowid === mark.rowid) return before.isLate
    const isLate = cameLate(conversation, mark)
    if (head !== undefined) answers.set(head, { rowid: mark.rowid, isLate })
    return isLate
  }
}

/** The keys of all addresses of a conversation, its own first. */
export const keysOf = ({ key, chats }: ShownConversation): ConversationKey[] => [
  ...new Set([key, ...chats.map(({ conversation }) => conversation)]),
]
