/** Counts the messages of one conversation as they are shown, a bounded number of rows at a time. */
import type { ChatDb } from '../chat-db.ts'
import { urlBalloon } from '../link-preview-rows.ts'
import type { ShownConversation } from './conversation-chats.ts'
import type { LoadMessages } from './found-message.ts'
import type { Repeats } from './repeats.ts'
import { type WalkPosition, walker } from './walk.ts'

export interface TallyPart {
  sent: number
  received: number
  /** The cursor of the next part; undefined at the end. */
  next: WalkPosition | undefined
}

interface TallyDeps {
  chatDb: ChatDb
  /** The condition of `shownRows` for messages only. */
  written: string
  load: LoadMessages
  repeats: Repeats
  isSelf(conversation: ShownConversation): boolean
}

/** The number of rows in one part, which takes some milliseconds. */
const partSize = 1_024

export function tally({ chatDb, written, load, repeats, isSelf }: TallyDeps) {
  const walk = walker(chatDb, written)
  const columns = chatDb.db.prepare(`SELECT m.ROWID, m.is_from_me, m.balloon_bundle_id IS '${urlBalloon}'
    FROM message m WHERE m.ROWID IN (SELECT value FROM json_each(?))`)
  columns.setReturnArrays(true)

  return (conversation: ShownConversation, from: WalkPosition | undefined): TallyPart => {
    const steps = walk.before({ chatIds: conversation.chatIds, from, limit: partSize })
    const places = new Map(steps.map((step) => [Number(step.rowid), step]))
    const isShared = sharedDates([...places.values()].map(({ date }) => date))
    const read: unknown = columns.all(JSON.stringify([...places.keys()]))
    const rows = read as readonly [rowid: number, isFromMe: number, isLink: number][]
    const isToSelf = isSelf(conversation)
    const mayRepeat = rows
      .filter(([rowid, isFromMe, isLink]) => {
        const date = places.get(rowid)?.date
        return isLink === 1 || (isToSelf && isFromMe === 0) || (date !== undefined && isShared(date))
      })
      .map(([rowid]) => rowid)
    const inChats = [...load(mayRepeat)].flatMap(([rowid, found]) => {
      const place = places.get(rowid)
      return place === undefined ? [] : [{ found, chatId: place.chatId }]
    })
    const repeated = repeats.among(inChats, conversation, isToSelf)
    const counted = rows.filter(([rowid]) => !repeated.has(rowid))
    const sent = counted.filter(([, isFromMe]) => isFromMe === 1).length
    return { sent, received: counted.length - sent, next: steps.length < partSize ? undefined : steps.at(-1) }
  }
}

/** The first and the last may have a twin in the neighbouring parts. */
function sharedDates(dates: readonly bigint[]): (date: bigint) => boolean {
  const shared = new Set([...dates.slice(0, 1), ...dates.slice(-1)])
  dates.forEach((date, index) => {
    if (date === dates[index + 1]) shared.add(date)
  })
  return (date) => shared.has(date)
}
