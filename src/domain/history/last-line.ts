/** Describes a message without text for the list of conversations. */
import type { Attachment } from '../../contract/message.ts'

type Described = Pick<Attachment, 'kind' | 'filename' | 'is_sticker' | 'mime_type'>

const one: Record<Attachment['kind'], string> = {
  image: 'Photo',
  video: 'Video',
  audio: 'Audio',
  contact: 'Contact',
  location: 'Location',
  file: 'File',
}
const many: Record<Attachment['kind'], string> = {
  image: 'photos',
  video: 'videos',
  audio: 'recordings',
  contact: 'contacts',
  location: 'locations',
  file: 'files',
}

/** Returns `Photo`, `3 photos` or the name of a file; an empty string where there are no attachments. */
export function attachmentsLine(attachments: readonly Described[]): string {
  const [first, ...others] = attachments
  if (first === undefined) return ''
  if (others.length === 0) return lineOf(first)
  const alike = others.every(({ kind }) => kind === first.kind)
  return `${attachments.length} ${alike ? many[first.kind] : 'attachments'}`
}

/** The type of the voice messages that Messages records. */
const recordingType = 'audio/x-caf'

function lineOf({ kind, filename, is_sticker, mime_type }: Described): string {
  if (is_sticker) return 'Sticker'
  if (mime_type === recordingType) return 'Voice message'
  return kind === 'file' || kind === 'audio' ? filename : one[kind]
}

export const unsentLine = (sender: string | null): string => `${sender ?? 'You'} unsent a message.`
