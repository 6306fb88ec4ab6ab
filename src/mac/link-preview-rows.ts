/**
 * Recognises rows that are only the preview of a link: Messages inserts them a moment after the text that holds the
 * link.
 */
import type { Row } from '../domain/message.ts'
import { readText } from './body.ts'
import type { ChatDb } from './chat-db.ts'

/**
 * A link that is dated later than this after the text is a message of its own: previews come within a few seconds, and
 * people send the same link again.
 */
export const previewWithinNs = 5_000_000_000

export const urlBalloon = 'com.apple.messages.URLBalloonProvider'

export const isUrlBalloon = (balloon: unknown): boolean => balloon === urlBalloon

/** Whether a row with a URL balloon repeats the link of the previous message by the same sender in the same chat. */
export function linkPreviewRows(chatDb: ChatDb): (found: Record<string, unknown>, text: Row['text']) => boolean {
  const repeated = repeatedLink(chatDb)
  return (found, text) => repeated(found, text) !== undefined
}

export type RepeatedLink = (found: Record<string, unknown>, text: Row['text']) => number | undefined

/** Returns the ROWID of the message whose link a row repeats. */
export function repeatedLink({ db }: ChatDb): RepeatedLink {
  const before = db.prepare(`SELECT p.ROWID AS rowid, p.text, p.attributedBody AS body, p.balloon_bundle_id AS balloon
    FROM message m CROSS JOIN chat_message_join j ON j.chat_id = ? AND j.message_date BETWEEN m.date - ${previewWithinNs} AND m.date
    CROSS JOIN message p ON p.ROWID = j.message_id
    WHERE m.ROWID = ? AND p.ROWID < m.ROWID AND p.handle_id IS m.handle_id AND p.is_from_me = m.is_from_me
    ORDER BY p.ROWID DESC LIMIT 1`)
  return ({ chat_id, rowid, balloon }, text) => {
    if (!isUrlBalloon(balloon) || chat_id === null || text === null) return undefined
    const earlier = before.get(Number(chat_id), Number(rowid))
    // A message that already has its preview needs no second one, so this is the same link, sent again.
    if (earlier === undefined || earlier.balloon !== null) return undefined
    return readText(earlier, 'text').text?.includes(text) ? Number(earlier.rowid) : undefined
  }
}
