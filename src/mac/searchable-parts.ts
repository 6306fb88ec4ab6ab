/** What can be searched for beside the text of a message: earlier versions, titles of links, what was said in a recording. */
import { attachmentsOf, plainText } from '../apple/attributed-text.ts'
import { decodeLinkPreview } from '../apple/link-preview.ts'
import { decodeBody } from '../apple/message-body.ts'
import { decodeSummaryInfo, editCount, isFullyUnsent } from '../apple/summary-info.ts'
import { saidBy } from './body.ts'
import type { ChatDb } from './chat-db.ts'
import { isUrlBalloon, type repeatedLink } from './link-preview-rows.ts'

type Found = Record<string, unknown>

interface Changes {
  /** What stood there before edits; nothing of a message that was unsent. */
  texts: string[]
  isEdited: boolean
  isUnsent: boolean
}

const unchanged: Changes = { texts: [], isEdited: false, isUnsent: false }

/** `summary` is `message.message_summary_info`: nearly every row has one, few have changed. */
export function earlierVersions(summary: unknown): Changes {
  if (!(summary instanceof Uint8Array) || !tellsOfChange(summary)) return unchanged
  const decoded = decodeSummaryInfo(summary)
  if (!decoded.ok) return unchanged
  const isUnsent = isFullyUnsent(decoded.value)
  const versions = decoded.value.editedParts.flatMap((part) => part.versions.slice(0, -1))
  const texts = isUnsent ? [] : versions.flatMap(({ text }) => (text === null ? [] : [plainText(text)]))
  return { texts, isEdited: editCount(decoded.value) > 0, isUnsent }
}

/** The keys `ec` and `rp` as a binary property list writes them. */
const keys = ['Rec', 'Rrp'].map((key) => Buffer.from(key))
const tellsOfChange = (summary: Uint8Array): boolean => {
  const bytes = Buffer.from(summary.buffer, summary.byteOffset, summary.byteLength)
  return keys.some((key) => bytes.includes(key))
}

const transcription = Buffer.from('IMAudioTranscription')

export function transcriptsOf({ body }: Found): string[] {
  if (!(body instanceof Uint8Array)) return []
  if (!Buffer.from(body.buffer, body.byteOffset, body.byteLength).includes(transcription)) return []
  const decoded = decodeBody(body)
  return decoded.ok ? attachmentsOf(decoded.value).flatMap(({ transcript }) => transcript ?? []) : []
}

/** A link that comes this much later is a message of its own. */
const previewWithinNs = 90_000_000_000
const link = /https?:\/\/|www\./i

/** Titles and sites of the link that a message is or holds: of its own preview, or of the row that is only its preview. */
export function linkTitles({ db }: ChatDb, repeated: ReturnType<typeof repeatedLink>) {
  const next =
    db.prepare(`SELECT r.ROWID AS rowid, j.chat_id, r.text, r.attributedBody AS body, r.balloon_bundle_id AS balloon,
    r.payload_data AS payload FROM message m
    JOIN chat_message_join j ON j.chat_id = ? AND j.message_date BETWEEN m.date AND m.date + ${previewWithinNs}
    JOIN message r ON r.ROWID = j.message_id
    WHERE m.ROWID = ? AND r.ROWID > m.ROWID AND r.handle_id IS m.handle_id AND r.is_from_me = m.is_from_me
    ORDER BY r.ROWID LIMIT 1`)
  return (found: Found, text: string): string[] => {
    if (isUrlBalloon(found.balloon) || found.payload !== null) return titlesIn(found.payload)
    if (found.chat_id === null || !link.test(text)) return []
    const preview = next.get(Number(found.chat_id), Number(found.rowid))
    if (preview === undefined || repeated(preview, saidBy(preview, 'text').text) !== found.rowid) return []
    return titlesIn(preview.payload)
  }
}

function titlesIn(payload: unknown): string[] {
  const decoded = payload instanceof Uint8Array ? decodeLinkPreview(payload) : undefined
  if (!decoded?.ok) return []
  const { title, siteName, url } = decoded.value
  return [title, siteName, url].filter((part) => part !== null)
}
