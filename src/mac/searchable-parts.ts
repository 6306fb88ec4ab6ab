/**
 * Extracts what can be searched besides the text of a message: earlier versions, titles of links, transcripts of
 * recordings.
 */
import { attachmentsOf, plainText } from '../apple/attributed-text.ts'
import { decodeBody } from '../apple/message-body.ts'
import { decodeSummaryInfo, editCount, isFullyUnsent } from '../apple/summary-info.ts'
import type { ChatDb } from './chat-db.ts'
import type { FoundMessage } from './history/found-message.ts'
import { linkPreviews } from './history/link-previews.ts'
import type { RepeatedLink } from './link-preview-rows.ts'

type FoundColumns = Record<string, unknown>

interface Changes {
  /** The texts before each edit; empty for a message that was unsent. */
  texts: string[]
  isEdited: boolean
  isUnsent: boolean
}

const unchanged: Changes = { texts: [], isEdited: false, isUnsent: false }

/** `summary` is `message.message_summary_info`, where it records changes. */
export function earlierVersions(summary: unknown): Changes {
  if (!(summary instanceof Uint8Array)) return unchanged
  const decoded = decodeSummaryInfo(summary)
  if (!decoded.ok) return unchanged
  const isUnsent = isFullyUnsent(decoded.value)
  const versions = decoded.value.editedParts.flatMap((part) => part.versions.slice(0, -1))
  const texts = isUnsent ? [] : versions.flatMap(({ text }) => (text === null ? [] : [plainText(text)]))
  return { texts, isEdited: editCount(decoded.value) > 0, isUnsent }
}

const transcription = Buffer.from('IMAudioTranscription')

export function transcriptsOf({ body }: FoundColumns): string[] {
  if (!(body instanceof Uint8Array)) return []
  if (!Buffer.from(body.buffer, body.byteOffset, body.byteLength).includes(transcription)) return []
  const decoded = decodeBody(body)
  return decoded.ok ? attachmentsOf(decoded.value).flatMap(({ transcript }) => transcript ?? []) : []
}

/** Returns title, site and address of the link in a message, as they are shown with it. */
export function linkTitles(
  chatDb: ChatDb,
  repeated: RepeatedLink,
): (found: FoundColumns, text: string | null) => string[] {
  const previews = linkPreviews(chatDb, repeated)
  return (found, text) => {
    const preview = previews.of(found as FoundMessage, { chatId: Number(found.chat_id ?? 0), text })?.preview
    if (preview === undefined) return []
    return [preview.title, preview.siteName, preview.url].filter((part) => part !== null)
  }
}
