/** Reads attachments from chat.db: those of given messages, and single ones by guid. */
import { basename } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { recordIn, textIn } from '../apple/archived-value.ts'
import { decodePropertyList } from '../apple/property-list.ts'
import type { MessageAttachment } from '../domain/message.ts'
import { type AttachmentFile, attachmentLocator, type LocateAttachment } from './attachment-file.ts'
import { columnsOf } from './features.ts'
import { foundRows } from './found-rows.ts'

export interface StoredAttachment extends MessageAttachment {
  rowid: number
  /** The stored value, for readers that keep a copy of the database. */
  uti: string | null
  transferState: number
  isOutgoing: boolean
  /** The GUID from before Messages in iCloud assigned another; message bodies still refer to the old one. */
  originalGuid: string | null
  /** Whether Messages keeps it for itself, such as the picture of a link preview. */
  hidden: boolean
  isSticker: boolean
  /** Whether Messages has finished writing its row, with the name of its file. */
  isFinished: boolean
  /** The transcript that Messages made of a voice message. */
  transcript(): string | null
  /** Checks the disk on each call, since files appear and disappear without any change of the row. */
  locate(): AttachmentFile
}

export interface Attachments {
  /** Keyed by ROWID of the message, in order of arrival, without hidden ones. Messages without attachments are left out. */
  ofMessages(rowids: readonly number[]): Map<number, MessageAttachment[]>
  /** Like `ofMessages`, with their files and hidden ones included. */
  storedOfMessages(rowids: readonly number[]): Map<number, StoredAttachment[]>
  /**
   * Finds those of the attachments that are in no message: Messages sometimes never writes which message one belongs
   * to, and only the body names it.
   */
  inNoMessage(guids: readonly string[]): StoredAttachment[]
  /** Finds an attachment by its guid, or by the one it had before Messages in iCloud assigned another. */
  byGuid(guid: string): StoredAttachment | undefined
  /** GUID of the message that the attachment with exactly this guid is in. */
  messageOf(guid: string): string | undefined
}

interface AttachmentsDeps {
  db: DatabaseSync
  home: string
}

export function readAttachments({ db, home }: AttachmentsDeps): Attachments {
  const locate = attachmentLocator(home)
  const { select, originalGuid } = selectAttachments(db)
  const ofMessages = foundRows(
    db.prepare(`${select}, j.message_id FROM message_attachment_join j
    JOIN attachment a ON a.ROWID = j.attachment_id
    WHERE j.message_id IN (SELECT value FROM json_each(?)) ORDER BY a.ROWID`),
  )
  const byGuid = db.prepare(
    `${select} FROM attachment a WHERE a.guid = :guid OR ${originalGuid} = :guid ORDER BY a.guid = :guid DESC LIMIT 1`,
  )

  const messageOf =
    db.prepare(`SELECT m.guid FROM attachment a JOIN message_attachment_join j ON j.attachment_id = a.ROWID
    JOIN message m ON m.ROWID = j.message_id WHERE a.guid = ? LIMIT 1`)

  const inNoMessage = db.prepare(`${select} FROM attachment a
    WHERE a.guid IN (SELECT value FROM json_each(?)) AND NOT EXISTS (SELECT 1 FROM message_attachment_join j WHERE j.attachment_id = a.ROWID)
    ORDER BY a.ROWID`)

  const storedOfMessages = (rowids: readonly number[]) =>
    rowids.length === 0
      ? new Map<number, StoredAttachment[]>()
      : Map.groupBy(
          ofMessages(JSON.stringify(rowids)).map((row) => ({
            ...toStored(row, locate),
            message: Number(row.message_id),
          })),
          ({ message }) => message,
        )
  return {
    storedOfMessages,
    ofMessages(rowids) {
      const shown = [...storedOfMessages(rowids)].map(
        ([rowid, all]) => [rowid, all.filter(isShown).map(plainAttachment)] as const,
      )
      return new Map(shown.filter(([, attachments]) => attachments.length > 0))
    },
    inNoMessage: (guids) => inNoMessage.all(JSON.stringify(guids)).map((row) => toStored(row, locate)),
    byGuid(guid) {
      const row = byGuid.get({ guid })
      return row && toStored(row, locate)
    },
    messageOf(guid) {
      const row = messageOf.get(guid)
      return row && String(row.guid)
    },
  }
}

function selectAttachments(db: DatabaseSync): { select: string; originalGuid: string } {
  const columns = columnsOf(db)('attachment')
  const optional = (column: string) => (columns.has(column) ? `a.${column}` : 'NULL')
  const originalGuid = optional('original_guid')
  const select = `SELECT a.ROWID AS rowid, a.guid, a.filename, a.uti, a.mime_type, a.transfer_state, a.transfer_name, a.total_bytes,
    ${optional('hide_attachment')} AS hide_attachment, ${optional('is_sticker')} AS is_sticker, ${originalGuid} AS original_guid,
    ${optional('is_outgoing')} AS is_outgoing,
    CASE WHEN a.uti = '${recordingUti}' THEN ${optional('user_info')} END AS recording_info`
  return { select, originalGuid }
}

/** `attachment.transfer_state` of a file that has arrived. */
export const finishedTransfer = 5

const recordingUti = 'com.apple.coreaudio-format'
const payloadEnding = '.pluginPayloadAttachment'
const payloadUti = 'dyn.age81a5dzq7y066dbtf0g82peqf4hk2pdrb00n5xy'

function toStored(row: Record<string, unknown>, locate: LocateAttachment): StoredAttachment {
  const [filename, uti, mime] = [textOf(row.filename), textOf(row.uti), textOf(row.mime_type)]
  const name = nameOf(row.transfer_name) ?? nameOf(filename) ?? 'attachment'
  const transferState = Number(row.transfer_state ?? 0)
  return {
    rowid: Number(row.rowid),
    guid: String(row.guid),
    uti,
    transferState,
    isOutgoing: row.is_outgoing === 1,
    name,
    mime: mimeOfAttachment({ mime, uti, name }),
    size: Number(row.total_bytes ?? 0),
    hidden: row.hide_attachment === 1 || uti === payloadUti || name.endsWith(payloadEnding),
    isSticker: row.is_sticker === 1,
    isFinished: filename !== null && transferState === finishedTransfer,
    originalGuid: textOf(row.original_guid),
    transcript: () => transcriptIn(row.recording_info),
    locate: () => locate({ filename, transferState }),
  }
}

function transcriptIn(info: unknown): string | null {
  const decoded = info instanceof Uint8Array ? decodePropertyList(info) : undefined
  return decoded?.ok ? textIn(recordIn(decoded.value)['audio-transcription']) : null
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
/** Returns undefined for a path that names no file. */
function nameOf(path: unknown): string | undefined {
  const name = basename(textOf(path) ?? '')
  return ['', '.', '..'].includes(name) ? undefined : name
}

const isShown = ({ hidden }: StoredAttachment): boolean => !hidden
/** Keeps only the fields that may be stored and passed on; the path of the file is not among them. */
export const plainAttachment = ({ guid, name, mime, size }: StoredAttachment): MessageAttachment => ({
  guid,
  name,
  mime,
  size,
})

/** Maps each MIME type to its uniform type identifiers and file extensions. */
const types: Record<string, string> = {
  'image/jpeg': 'public.jpeg jpg jpeg',
  'image/png': 'public.png png',
  'image/gif': 'com.compuserve.gif gif',
  'image/heic': 'public.heic heic',
  'image/heif': 'public.heif heif',
  'image/heic-sequence': 'public.heics heics',
  'image/webp': 'org.webmproject.webp public.webp webp',
  'image/tiff': 'public.tiff tif tiff',
  'image/bmp': 'com.microsoft.bmp bmp',
  'image/svg+xml': 'public.svg-image svg',
  'video/quicktime': 'com.apple.quicktime-movie mov',
  'video/mp4': 'public.mpeg-4 mp4',
  'video/x-m4v': 'com.apple.m4v-video m4v',
  'video/3gpp': 'public.3gpp 3gp',
  'audio/x-caf': 'com.apple.coreaudio-format caf',
  'audio/mp4': 'com.apple.m4a-audio public.mpeg-4-audio m4a',
  'audio/mpeg': 'public.mp3 mp3',
  'audio/amr': 'org.3gpp.adaptive-multi-rate-audio amr',
  'audio/wav': 'com.microsoft.waveform-audio wav',
  'audio/aiff': 'public.aiff-audio aif aiff',
  'application/pdf': 'com.adobe.pdf pdf',
  'application/zip': 'public.zip-archive com.pkware.zip-archive zip',
  'application/vnd.apple.pkpass': 'com.apple.pkpass pkpass',
  'text/vcard': 'public.vcard vcf',
  'text/calendar': 'com.apple.ical.ics ics',
  'text/plain': 'public.plain-text txt',
  'text/html': 'public.html html htm',
  'application/json': 'public.json json',
  'application/msword': 'com.microsoft.word.doc doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document':
    'org.openxmlformats.wordprocessingml.document docx',
  'application/vnd.ms-excel': 'com.microsoft.excel.xls xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'org.openxmlformats.spreadsheetml.sheet xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation':
    'org.openxmlformats.presentationml.presentation pptx',
}

const mimeOf = new Map(Object.entries(types).flatMap(([mime, keys]) => keys.split(' ').map((key) => [key, mime])))

/**
 * Finds the MIME type of attachments for which Messages stored none: by uniform type identifier, then by file
 * extension.
 */
function mimeOfAttachment({ mime, uti, name }: { mime: string | null; uti: string | null; name: string }) {
  const ending = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : ''
  return mime || mimeOf.get(uti?.toLowerCase() ?? '') || mimeOf.get(ending) || null
}
