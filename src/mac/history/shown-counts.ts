/** Counts messages by sender and time, by the same rules by which conversations show them. */
import { toUnixMsSql, unixMsToAppleNs } from '../../apple/apple-time.ts'
import { type Category, categories } from '../../contract/categories.ts'
import { normaliseHandle } from '../../domain/handles.ts'
import { readAttachments } from '../attachments.ts'
import type { ChatDb } from '../chat-db.ts'
import { readChats } from '../chats.ts'
import { isUrlBalloon, repeatedLink as linkRepeats } from '../link-preview-rows.ts'
import { conversationChats, type ShownConversation } from './conversation-chats.ts'
import { loadMessages } from './found-message.ts'
import { repeats as repeatsAmong } from './repeats.ts'
import { shownRows } from './shown-rows.ts'
import { twinRows } from './twin-rows.ts'

export interface CountAsked {
  /** Unix milliseconds; undefined for all messages. */
  sinceMs: number | undefined
  /** The keys of the conversations that count; undefined for all. */
  keys?: ReadonlySet<string> | undefined
  shownCategories: readonly Category[]
  /** The user's own addresses in addition to those that Messages is signed in with. */
  selfHandles: readonly string[]
}

export interface ShownCounts {
  sent: number
  received: number
  /** Number of messages with each other person, by address. */
  people: { handle: string; count: number }[]
  /** Local time: hours from midnight, days from Monday. */
  byHour: number[]
  byDay: number[]
}

interface Counted {
  rowid: number
  chatId: number
  isFromMe: boolean
  handle: string | null
  sentAtMs: number
}

/** Rows that may repeat another one are loaded in pages of this size. */
const pageSize = 500
/** The number of ROWIDs in one step, which takes some milliseconds. */
const sliceSize = 4_096

/** Counts one slice per step, so that other requests can be served in between; returns the counts. */
export function shownCounts(chatDb: ChatDb, home: string): (asked: CountAsked) => Generator<void, ShownCounts> {
  const { db } = chatDb
  const load = loadMessages(chatDb)
  const accounts = readChats(chatDb)
  const repeatedLink = linkRepeats(chatDb)
  const attachments = readAttachments({ db, home })
  const repeats = repeatsAmong({ repeatedLink, twins: twinRows({ chatDb, load, attachments }) })
  const sharedMoments = db.prepare(
    'SELECT message_date AS date FROM chat_message_join WHERE message_date <> 0 GROUP BY message_date HAVING count(*) > 1',
  )
  sharedMoments.setReadBigInts(true)

  const highest = db.prepare('SELECT max(ROWID) AS rowid FROM message')

  return function* ({ sinceMs, keys, shownCategories, selfHandles }) {
    const hidden = categories.filter((category) => !shownCategories.includes(category))
    const chats = conversationChats(chatDb, { categories: shownCategories })
    chats.refresh()
    const own = new Set([...accounts.selfHandles(), ...selfHandles].map(normaliseHandle))
    const isSelf = ({ isGroup, chats: [chat] }: ShownConversation) =>
      !isGroup && own.has(normaliseHandle(chat.identifier))
    const moments = new Set(sharedMoments.all().map(({ date }) => date))
    const tally = tallyOf(own)
    const mayRepeat = new Map<ShownConversation, Counted[]>()

    const columns = `m.ROWID, j.chat_id, m.is_from_me, h.id, ${toUnixMsSql('m.date')}, j.message_date, m.balloon_bundle_id`
    const rows = db.prepare(`SELECT ${columns}
      FROM message m CROSS JOIN chat_message_join j ON j.message_id = m.ROWID LEFT JOIN handle h ON h.ROWID = m.handle_id
      WHERE m.ROWID > ? AND m.ROWID <= ? AND ${shownRows(chatDb, hidden).written} AND +m.date >= ?`)
    rows.setReturnArrays(true)
    rows.setReadBigInts(true)
    const from = sinceMs === undefined ? -(2n ** 62n) : unixMsToAppleNs(sinceMs)
    const last = Number(highest.get()?.rowid ?? 0)
    for (let after = 0; after < last; after += sliceSize) {
      // A message that is in several chats counts once.
      const seen = new Set<number>()
      const found: unknown = rows.all(after, after + sliceSize, from)
      for (const row of found as FoundRow[]) {
        const [rowid, chatId, isFromMe, handle, sentAtMs, joinedAt, balloon] = row
        const conversation = chats.ofChat(Number(chatId))
        if (conversation === undefined || seen.has(Number(rowid)) || keys?.has(conversation.key) === false) continue
        seen.add(Number(rowid))
        const counted = {
          rowid: Number(rowid),
          chatId: Number(chatId),
          isFromMe: isFromMe === 1n,
          handle,
          sentAtMs: Number(sentAtMs ?? 0),
        }
        const isCandidate = isUrlBalloon(balloon) || moments.has(joinedAt) || (isFromMe === 0n && isSelf(conversation))
        if (!isCandidate) tally.add(counted)
        else if (mayRepeat.get(conversation)?.push(counted) === undefined) mayRepeat.set(conversation, [counted])
      }
      yield
    }
    for (const [conversation, candidates] of mayRepeat)
      for (let at = 0; at < candidates.length; at += pageSize) {
        const page = candidates.slice(at, at + pageSize)
        const found = load(page.map(({ rowid }) => rowid))
        const inChats = page.flatMap(({ rowid, chatId }) => {
          const row = found.get(rowid)
          return row === undefined ? [] : [{ found: row, chatId }]
        })
        const repeated = repeats.among(inChats, conversation, isSelf(conversation))
        for (const counted of page) if (!repeated.has(counted.rowid) && found.has(counted.rowid)) tally.add(counted)
        yield
      }
    return tally.result()
  }
}

type FoundRow = readonly [
  rowid: bigint,
  chatId: bigint,
  isFromMe: bigint,
  handle: string | null,
  sentAtMs: bigint | number | null,
  joinedAt: bigint | null,
  balloon: string | null,
]

const quarterMs = 15 * 60_000

function tallyOf(own: ReadonlySet<string>) {
  const people = new Map<string, number>()
  /** Every time zone begins its hours at a quarter, so the calendar is consulted only once for each quarter. */
  const quarters = new Map<number, number>()
  const totals = { sent: 0, received: 0 }
  return {
    add({ isFromMe, handle, sentAtMs }: Counted): void {
      totals[isFromMe ? 'sent' : 'received']++
      if (handle !== null && !own.has(normaliseHandle(handle))) people.set(handle, (people.get(handle) ?? 0) + 1)
      const quarter = Math.floor(sentAtMs / quarterMs)
      if (sentAtMs > 0) quarters.set(quarter, (quarters.get(quarter) ?? 0) + 1)
    },
    result(): ShownCounts {
      const [byHour, byDay] = [Array<number>(24).fill(0), Array<number>(7).fill(0)]
      for (const [quarter, count] of quarters) {
        const moment = new Date(quarter * quarterMs)
        const [hour, day] = [moment.getHours(), (moment.getDay() + 6) % 7]
        byHour[hour] = (byHour[hour] ?? 0) + count
        byDay[day] = (byDay[day] ?? 0) + count
      }
      return { ...totals, people: [...people].map(([handle, count]) => ({ handle, count })), byHour, byDay }
    },
  }
}
