// Writes attachments: their rows, their files under Library/Messages/Attachments, and their late arrival.

import { linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, parse } from 'node:path'
import { makeFolders } from '../folders.ts'
import { encodePlist, type Plist } from '../formats/binary-plist.ts'
import { expandHome, messagesFolder } from '../paths.ts'
import { appleSeconds } from './apple-time.ts'
import type { Writer } from './writer.ts'

export interface FileToAttach {
  name: string
  /** The bytes to write to disk. Without them the row claims a file that does not exist. */
  bytes?: Uint8Array
  /** NULL where Messages stores NULL: Core Audio, plug-in payloads. */
  mime?: string | null
  uti?: string
  width?: number
  height?: number
  /** The transcript of a voice message. */
  transcript?: string
  /**
   * `arrived` by default. `missing` was there and is gone. The others have no file and no filename yet, or never will.
   */
  state?: keyof typeof transferStates
  /** The film of a Live Photo. It is stored beside the picture, under the same name, and has no row. */
  film?: Uint8Array
  /** The path that the row names, if it is not where Messages keeps files. Nothing is written there. */
  storedAs?: string
  sticker?: { pack: string; id: string }
  /** An image drawn at text height, with a description of it. */
  emoji?: { description: string; contentId: string }
  /** Whether Messages keeps the file for itself, for example the picture of a link preview. */
  hidden?: boolean
  /** The app that an image came from. */
  attribution?: { name: string; bundleId: string }
  guid?: string
}

export interface Attached {
  rowid: number
  guid: string
  /** The name as in chat.db; undefined while the file has not arrived. */
  filename: string | undefined
}

const transferStates = { arrived: 5, waiting: 0, missing: 5, transferring: 3, failed: 6 } as const

/** Returns a path in two levels of folders, over which Messages spreads files. */
/** A sender may give a file any name; it is stored in its own folder. */
function storedName(writer: Writer, guid: string, name: string): string {
  const place = Math.floor(writer.random() * 256)
  const first = place.toString(16).padStart(2, '0')
  const second = String(place % 16).padStart(2, '0')
  return `~/Library/Messages/Attachments/${first}/${second}/${guid}/${basename(name)}`
}

function makeOnce({ files, home }: Writer, folder: string): void {
  if (files.folders.has(folder)) return
  makeFolders(folder, messagesFolder(home))
  files.folders.add(folder)
}

// Stays below the limit of 65,000 links on ext4.
const linksToOneFile = 30_000

/**
 * Links a file where possible: a bulk load sends the same few files thousands of times, and a link costs half as much.
 */
function linkOrWrite({ files, bulk }: Writer, path: string, bytes: Uint8Array): void {
  const written = files.written.get(bytes)
  if (bulk && written && written.links < linksToOneFile) {
    linkSync(written.path, path)
    written.links++
    return
  }
  writeFileSync(path, bytes)
  if (bulk) files.written.set(bytes, { path, links: 1 })
}

function writeFilm(writer: Writer, filename: string, film: Uint8Array): void {
  const { dir, name } = parse(expandHome(writer.home, filename))
  linkOrWrite(writer, join(dir, `${name}.MOV`), film)
}

function writeFile(writer: Writer, filename: string, bytes: Uint8Array): void {
  const path = expandHome(writer.home, filename)
  const folder = dirname(path)
  makeOnce(writer, dirname(folder))
  mkdirSync(folder)
  linkOrWrite(writer, path, bytes)
}

const optionalPlist = (value: Record<string, Plist> | undefined): Buffer | null => (value ? encodePlist(value) : null)

function attachmentRow(
  file: FileToAttach,
  attached: { guid: string; filename?: string; outgoing: boolean; atMs: number },
) {
  const { guid, filename, outgoing, atMs } = attached
  const seconds = Math.floor(appleSeconds(atMs))
  return {
    guid,
    original_guid: guid,
    created_date: seconds,
    start_date: seconds,
    filename: filename ?? null,
    uti: file.uti ?? null,
    mime_type: file.mime ?? null,
    transfer_state: transferStates[file.state ?? 'arrived'],
    is_outgoing: Number(outgoing),
    user_info: optionalPlist(file.transcript === undefined ? undefined : { 'audio-transcription': file.transcript }),
    transfer_name: file.name,
    total_bytes: file.bytes?.length ?? 0,
    is_sticker: Number(file.sticker !== undefined),
    sticker_user_info: optionalPlist(file.sticker && { pid: file.sticker.pack, sid: file.sticker.id, shash: guid }),
    attribution_info: optionalPlist(
      file.attribution && { name: file.attribution.name, 'bundle-id': file.attribution.bundleId },
    ),
    hide_attachment: Number(file.hidden ?? false),
    ck_sync_state: 1,
    emoji_image_content_identifier: file.emoji?.contentId ?? null,
    emoji_image_short_description: file.emoji?.description ?? null,
  }
}

export interface Attaching {
  file: FileToAttach
  /** The guid that the body of the message names. */
  guid: string
  outgoing: boolean
  atMs: number
}

/**
 * A long history has its older files only in iCloud, as "Optimise Mac Storage" leaves them: the row exists, the file
 * does not.
 */
const isOffloaded = ({ bulk, nowMs }: Writer, atMs: number): boolean => bulk && atMs < nowMs() - filesKeptMs

const filesKeptMs = 365 * 86_400_000

function filenameOf(writer: Writer, { name, state = 'arrived', storedAs }: FileToAttach, guid: string) {
  if (storedAs !== undefined) return storedAs
  return state === 'arrived' || state === 'missing' ? storedName(writer, guid, name) : undefined
}

/** Inserts the attachment's row and file, without joining it to a message. */
export function insertAttachment(writer: Writer, { file, guid, outgoing, atMs }: Attaching): Attached {
  const filename = filenameOf(writer, file, guid)
  const isHere = file.state !== 'missing' && file.storedAs === undefined && !isOffloaded(writer, atMs)
  if (filename && file.bytes && isHere) {
    writeFile(writer, filename, file.bytes)
    if (file.film) writeFilm(writer, filename, file.film)
  }
  const rowid = writer.insert(
    'attachment',
    attachmentRow(file, { guid, outgoing, atMs, ...(filename && { filename }) }),
  )
  return { rowid, guid, filename }
}

export function joinAttachment(writer: Writer, messageRowid: number, attachmentRowid: number): void {
  writer.insert('message_attachment_join', { message_id: messageRowid, attachment_id: attachmentRowid })
  if (writer.bulk) writer.update('message', messageRowid, { cache_has_attachments: 1 })
}

export interface Arrival {
  attachmentGuid: string
  bytes: Uint8Array
}

/** Lets an awaited file arrive: first the transfer, then the file and its name. */
export function attachmentArrives(writer: Writer, { attachmentGuid, bytes }: Arrival): Attached {
  const found = writer.get(
    'SELECT ROWID AS rowid, transfer_name AS name FROM attachment WHERE guid = ?',
    attachmentGuid,
  )
  if (!found) throw new Error(`there is no attachment ${attachmentGuid}`)
  const rowid = Number(found.rowid)
  const filename = storedName(writer, attachmentGuid, String(found.name))
  writeFile(writer, filename, bytes)
  writer.update('attachment', rowid, { filename, transfer_state: transferStates.arrived, total_bytes: bytes.length })
  return { rowid, guid: attachmentGuid, filename }
}

/** Removes the file to save space on the disk; it stays in iCloud. */
export function attachmentPurged(writer: Writer, { attachmentGuid }: { attachmentGuid: string }): void {
  const filename = writer.get('SELECT filename FROM attachment WHERE guid = ?', attachmentGuid)?.filename
  if (typeof filename === 'string') rmSync(dirname(expandHome(writer.home, filename)), { recursive: true, force: true })
  writer.run('UPDATE attachment SET filename = NULL, transfer_state = 0 WHERE guid = ?', attachmentGuid)
}

/** Sets the state of a transfer: in progress (3), failed (6) or postponed (0). */
export function transferState(
  writer: Writer,
  { attachmentGuid, state }: { attachmentGuid: string; state: number },
): void {
  writer.run('UPDATE attachment SET transfer_state = ? WHERE guid = ?', state, attachmentGuid)
}
