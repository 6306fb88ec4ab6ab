/**
 * Finds messages that were stored twice: inserted again by iCloud with the same date, or as the two copies of a note to
 * oneself.
 */
import { unixMsToAppleNs } from '../../apple/apple-time.ts'
import { normaliseHandle } from '../../domain/handles.ts'
import { selfTwinWindowMs } from '../../domain/twins.ts'
import type { Attachments } from '../attachments.ts'
import { readText } from '../body.ts'
import type { ChatDb } from '../chat-db.ts'
import type { FoundMessage, LoadMessages } from './found-message.ts'

/** A row, and the row that is shown instead of it. */
type Twin = [rowid: number, shown: number]

export interface TwinRows {
  ofOneMoment(rows: readonly FoundMessage[], chatIds: readonly number[]): Twin[]
  /** Finds the received rows of a conversation with oneself that are also there as sent rows. */
  ownCopies(rows: readonly FoundMessage[], chatIds: readonly number[]): Twin[]
}

interface TwinRowsDeps {
  chatDb: Pick<ChatDb, 'db'>
  load: LoadMessages
  attachments: Pick<Attachments, 'ofMessages'>
}

export function twinRows({ chatDb: { db }, load, attachments }: TwinRowsDeps): TwinRows {
  // CROSS JOIN fixes the order of the joins; SQLite would otherwise begin with all rows of the chats.
  const elders = db.prepare(`SELECT j.message_id AS rowid, k.message_id AS elder FROM json_each(:rowids) r
    CROSS JOIN chat_message_join j ON j.message_id = r.value AND j.message_date <> 0
    CROSS JOIN json_each(:chats) c
    CROSS JOIN chat_message_join k ON k.chat_id = c.value AND k.message_date = j.message_date AND k.message_id < j.message_id
    ORDER BY k.message_id DESC`)
  const ownBetween = db.prepare(`SELECT m.ROWID AS rowid FROM json_each(:chats) c
    CROSS JOIN chat_message_join j ON j.chat_id = c.value AND j.message_date BETWEEN :from AND :to
    CROSS JOIN message m ON m.ROWID = j.message_id WHERE m.is_from_me = 1 ORDER BY j.message_date, j.message_id`)

  /** Keyed by ROWID; loads the attachments of all rows with one query. */
  const contentOf = (rows: readonly FoundMessage[]): Map<number, string> => {
    const files = attachments.ofMessages(
      rows.filter(({ has_attachments }) => has_attachments === 1).map(({ rowid }) => rowid),
    )
    return new Map(
      rows.map((row) => {
        const names = (files.get(row.rowid) ?? []).map(({ name, size }) => [name, size])
        return [row.rowid, JSON.stringify([readText(row, 'text').text, row.item_type, names])]
      }),
    )
  }

  return {
    ofOneMoment(rows, chatIds) {
      if (rows.length === 0) return []
      const asked = { chats: JSON.stringify(chatIds), rowids: JSON.stringify(rows.map(({ rowid }) => rowid)) }
      const pairs = elders.all(asked).map((row): Twin => [Number(row.rowid), Number(row.elder)])
      if (pairs.length === 0) return []
      const found = load(pairs.flat())
      const content = contentOf([...found.values()])
      const sameOf = (rowid: number) => `${authorOf(found.get(rowid))} ${content.get(rowid)}`
      return pairs.filter(([rowid, elder]) => sameOf(rowid) === sameOf(elder))
    },
    ownCopies(rows, chatIds) {
      const copies = rows.filter(({ is_from_me, sent_at_ms }) => is_from_me === 0 && sent_at_ms !== null)
      if (copies.length === 0) return []
      const chats = JSON.stringify(chatIds)
      const own = [...load(ownBetween.all({ chats, ...windowAround(copies) }).map((row) => Number(row.rowid))).values()]
      const content = contentOf([...copies, ...own])
      return copies.flatMap((copy): Twin[] => {
        const sent = own.find((row) => isNear(row, copy) && content.get(row.rowid) === content.get(copy.rowid))
        return sent === undefined ? [] : [[copy.rowid, sent.rowid]]
      })
    },
  }
}

const authorOf = (row: FoundMessage | undefined): string =>
  row?.is_from_me === 1 ? 'me' : normaliseHandle(row?.handle ?? '')

const isNear = (a: FoundMessage, b: FoundMessage): boolean =>
  Math.abs((a.sent_at_ms ?? 0) - (b.sent_at_ms ?? 0)) <= selfTwinWindowMs

function windowAround(rows: readonly FoundMessage[]): { from: bigint; to: bigint } {
  const dates = rows.flatMap(({ sent_at_ms }) => sent_at_ms ?? [])
  return {
    from: unixMsToAppleNs(Math.min(...dates) - selfTwinWindowMs),
    to: unixMsToAppleNs(Math.max(...dates) + selfTwinWindowMs),
  }
}
