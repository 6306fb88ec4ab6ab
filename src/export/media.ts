/**
 * Provides the file of an attachment in a form that every browser shows, converted where necessary, or reports that it
 * is missing.
 */
import type { Readable } from 'node:stream'
import type { Attachment } from '../contract/message.ts'
import { attachmentForm } from '../domain/files/attachment-form.ts'
import { type MediaType, mediaType } from '../domain/files/media-type.ts'
import { hasCode } from '../domain/service-error.ts'
import { type OpenFile, openFile } from '../mac/attachment-bytes.ts'
import type { Conversion, Converter } from '../mac/convert.ts'
import type { OpenMessages } from '../mac/open-messages.ts'

/** A file as far as an export needs it, wherever it lies. */
export interface ExportedFile extends Pick<OpenFile, 'head' | 'size' | 'close'> {
  stream(): Readable
}

export type Media =
  | { is: 'picture' | 'film' | 'sound' | 'file'; mime: string; name: string; file: ExportedFile }
  | { is: 'missing' }

/** The caller has to stream or close the returned file. */
export type MediaOf = (attachment: Pick<Attachment, 'id' | 'filename'>) => Promise<Media>

interface Sources<F extends ExportedFile> {
  open(id: string): F | undefined | Promise<F | undefined>
  /** Throws `unsupported`; undefined where the result is gone. */
  convert(original: { id: string; file: F }, wanted: Conversion): Promise<F | undefined>
}

export function mediaFrom<F extends ExportedFile>({ open, convert }: Sources<F>): MediaOf {
  return async ({ id, filename }) => {
    const file = await open(id)
    if (file === undefined) return { is: 'missing' }
    const found = mediaType(file.head)
    const wanted = conversionOf(found)
    const made = wanted && (await unlessUnsupported(convert({ id, file }, wanted)))
    if (made === undefined) return { ...asItIs(found), name: filename, file }
    file.close()
    const type = mediaType(made.head)
    return { ...asItIs(type), name: `${filename.replace(/\.[^.]*$/, '')}.${endingOf(type)}`, file: made }
  }
}

interface Parts {
  messages: Pick<OpenMessages, 'attachment'>
  converter: Pick<Converter, 'convert'>
}

/** Reads the files of this Mac. */
export const mediaFiles = ({ messages, converter }: Parts): MediaOf =>
  mediaFrom({
    open(id) {
      const { path } = messages.attachment(id)?.locate() ?? {}
      return path === undefined ? undefined : openFile(path)
    },
    convert: async ({ file }, wanted) => openFile(await converter.convert(file, wanted)),
  })

const shownAs = { image: 'picture', video: 'film', audio: 'sound', document: 'file' } as const

/** A file of any other type that strangers sent is never run: it can only be saved. */
const asItIs = ({ inline, kind, mime }: MediaType) =>
  inline ? ({ is: shownAs[kind], mime } as const) : ({ is: 'file', mime: 'application/octet-stream' } as const)

const endingOf = ({ kind }: MediaType): string => (kind === 'audio' ? 'm4a' : 'jpeg')

/** Undefined where the original is shown, or nothing is. */
function conversionOf(type: MediaType): Conversion | undefined {
  if (type.inline || (type.kind !== 'image' && type.kind !== 'audio')) return undefined
  const form = attachmentForm(type, { format: type.kind === 'image' ? 'jpeg' : 'm4a' })
  return form.as === 'sound' ? { to: 'm4a' } : form.as === 'picture' ? form : undefined
}

async function unlessUnsupported<T>(converted: Promise<T>): Promise<T | undefined> {
  try {
    return await converted
  } catch (error) {
    if (hasCode(error, 'unsupported')) return undefined
    throw error
  }
}

const units = ['bytes', 'KB', 'MB', 'GB', 'TB']

/** Formats a size for people. */
export function inBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  const value = bytes / 1000 ** power
  return `${value.toLocaleString('en', { maximumFractionDigits: value < 10 && power > 0 ? 1 : 0 })} ${units[power]}`
}

/** Explains why the file of an attachment is missing. */
export const missingNote = ({ state, size }: Pick<Attachment, 'state' | 'size'>): string =>
  state === 'arriving' ? 'still arriving on this Mac' : `not on this Mac${size > 0 ? ` (${inBytes(size)})` : ''}`
