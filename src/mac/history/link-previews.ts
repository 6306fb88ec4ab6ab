/** Finds the preview of a link in a message: in its own row, or in the next row if that only repeats the link. */
import { type LinkPreview as Decoded, decodeLinkPreview } from '../../apple/link-preview.ts'
import type { LinkPreview } from '../../contract/message.ts'
import type { StoredAttachment } from '../attachments.ts'
import { readText } from '../body.ts'
import type { ChatDb } from '../chat-db.ts'
import { previewWithinNs, type RepeatedLink, urlBalloon } from '../link-preview-rows.ts'
import type { FoundMessage } from './found-message.ts'
import { attachmentUrl } from './wire-attachment.ts'

export interface PreviewRow {
  /** The row whose hidden attachments hold the pictures. */
  rowid: number
  preview: Decoded
}

interface PreviewParts {
  chatId: number
  /** The text of the message. */
  text: string | null
}

export interface LinkPreviews {
  of(found: Pick<FoundMessage, 'rowid' | 'payload' | 'balloon'>, beside: PreviewParts): PreviewRow | undefined
}

/** Matches anything that may be a web address; after other texts the following rows need not be read. */
const addressLike = /\w\.\w{2}/

export function linkPreviews({ db }: ChatDb, repeated: RepeatedLink): LinkPreviews {
  const next = db.prepare(`SELECT p.ROWID AS rowid, p.text, p.attributedBody AS body, p.payload_data AS payload,
    p.balloon_bundle_id AS balloon, j.chat_id
    FROM message m CROSS JOIN chat_message_join j ON j.chat_id = ? AND j.message_date BETWEEN m.date AND m.date + ${previewWithinNs}
    CROSS JOIN message p ON p.ROWID = j.message_id
    WHERE m.ROWID = ? AND p.ROWID > m.ROWID AND p.balloon_bundle_id = '${urlBalloon}'
    AND p.handle_id IS m.handle_id AND p.is_from_me = m.is_from_me ORDER BY p.ROWID LIMIT 1`)
  return {
    of(found, { chatId, text }) {
      const own = previewIn(found.rowid, found.payload)
      if (own !== undefined || found.balloon !== null || !addressLike.test(text ?? '')) return own
      const row = next.get(chatId, found.rowid)
      if (row === undefined || repeated(row, readText(row, 'text').text) !== found.rowid) return undefined
      return previewIn(Number(row.rowid), row.payload)
    },
  }
}

function previewIn(rowid: number, payload: unknown): PreviewRow | undefined {
  const decoded = payload instanceof Uint8Array ? decodeLinkPreview(payload) : undefined
  return decoded?.ok ? { rowid, preview: decoded.value } : undefined
}

/** Accepts only http and https addresses, since others could act when they are clicked. */
export function wirePreview({ preview }: PreviewRow, stored: readonly StoredAttachment[] = []): LinkPreview | null {
  const url = preview.url ?? preview.originalUrl
  if (url === null || !/^https?:\/\//i.test(url)) return null
  const picture = stored.filter(({ hidden }) => hidden)[preview.imageIndex ?? -1]
  return {
    url,
    title: preview.title,
    summary: preview.summary,
    site_name: preview.siteName,
    image_url: picture?.locate().state === 'ready' ? attachmentUrl(picture.guid) : null,
  }
}
