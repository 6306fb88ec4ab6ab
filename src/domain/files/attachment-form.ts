/** In which form an attachment is handed out: as it is, converted, or not at all. */
import type { MediaType } from './media-type.ts'

export interface AskedForm {
  /** Longest side of a small picture, in pixels. */
  thumb?: number | undefined
  format?: 'jpeg' | 'm4a' | undefined
}

export type AttachmentForm =
  | { as: 'original' }
  | { as: 'picture'; to: 'jpeg' | 'png'; longestSide?: number }
  | { as: 'sound' }
  | { as: 'impossible'; reason: string }

/** Kinds of pictures that may be see-through, which JPEG is not. */
const seeThrough = ['image/png', 'image/gif', 'image/webp', 'image/avif', 'image/heic-sequence']

export function attachmentForm({ mime, kind }: MediaType, { thumb, format }: AskedForm): AttachmentForm {
  if (thumb === undefined && format === undefined) return { as: 'original' }
  if (format === 'm4a') return thumb === undefined ? soundForm(mime, kind) : impossible('Sound has no small picture.')
  if (kind !== 'image') return impossible('Only of pictures there is a picture.')
  if (thumb === undefined && mime === 'image/jpeg') return { as: 'original' }
  const to = format === undefined && seeThrough.includes(mime) ? 'png' : 'jpeg'
  return { as: 'picture', to, ...(thumb !== undefined && { longestSide: thumb }) }
}

function soundForm(mime: string, kind: MediaType['kind']): AttachmentForm {
  if (mime === 'audio/mp4') return { as: 'original' }
  return kind === 'audio' ? { as: 'sound' } : impossible('This file is no sound.')
}

const impossible = (reason: string): AttachmentForm => ({ as: 'impossible', reason })

const shownByEveryBrowser = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']
const largestOriginalBytes = 2 * 1024 * 1024

/** Where no small picture can be made, one that is small enough in bytes may stand in for it. */
export const mayStandIn = ({ mime }: MediaType, size: number): boolean =>
  shownByEveryBrowser.includes(mime) && size <= largestOriginalBytes
