/**
 * Provides the file of an attachment in a form that every browser shows, converted where necessary, or reports that it
 * is missing.
 */
import type { Attachment } from '../contract/message.ts'
import { attachmentForm } from '../domain/files/attachment-form.ts'
import { type MediaType, mediaType } from '../domain/files/media-type.ts'
import { hasCode } from '../domain/service-error.ts'
import { type OpenFile, openFile } from '../mac/attachment-bytes.ts'
import type { Converter } from '../mac/convert.ts'
import type { OpenMessages } from '../mac/open-messages.ts'

export type Media =
  | { is: 'picture' | 'film' | 'sound' | 'file'; mime: string; name: string; file: OpenFile }
  | { is: 'missing' }

/** The caller has to stream or close the returned file. */
export type MediaOf = (attachment: Pick<Attachment, 'id' | 'filename'>) => Promise<Media>

interface Parts {
  messages: Pick<OpenMessages, 'attachment'>
  converter: Pick<Converter, 'convert'>
}

export function mediaFiles({ messages, converter }: Parts): MediaOf {
  return async ({ id, filename }) => {
    const { path } = messages.attachment(id)?.locate() ?? {}
    const file = path === undefined ? undefined : openFile(path)
    if (file === undefined) return { is: 'missing' }
    const found = mediaType(file.head)
    const made = await converted(file, found, converter)
    if (made === undefined) return { ...asItIs(found), name: filename, file }
    file.close()
    const type = mediaType(made.head)
    return { ...asItIs(type), name: `${filename.replace(/\.[^.]*$/, '')}.${endingOf(type)}`, file: made }
  }
}

const shownAs = { image: 'picture', video: 'film', audio: 'sound', document: 'file' } as const

/** A file of any other type that strangers sent is never run: it can only be saved. */
const asItIs = ({ inline, kind, mime }: MediaType) =>
  inline ? ({ is: shownAs[kind], mime } as const) : ({ is: 'file', mime: 'application/octet-stream' } as const)

const endingOf = ({ kind }: MediaType): string => (kind === 'audio' ? 'm4a' : 'jpeg')

/** Returns undefined when only the original is available. */
async function converted(
  file: OpenFile,
  type: MediaType,
  { convert }: Parts['converter'],
): Promise<OpenFile | undefined> {
  if (type.inline || (type.kind !== 'image' && type.kind !== 'audio')) return undefined
  const form = attachmentForm(type, { format: type.kind === 'image' ? 'jpeg' : 'm4a' })
  if (form.as !== 'picture' && form.as !== 'sound') return undefined
  try {
    return openFile(await convert(file, form.as === 'sound' ? { to: 'm4a' } : form))
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
