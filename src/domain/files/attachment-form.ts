/** Decides in which form an attachment is served: as it is, converted, or not at all. */
import type { MediaType } from './media-type.ts'

export interface AskedForm {
  /** The longest side of a thumbnail, in pixels. */
  thumb?: number | undefined
  format?: 'jpeg' | 'png' | 'm4a' | undefined
}

export type AttachmentForm =
  | { as: 'original' }
  | { as: 'picture'; to: 'jpeg' | 'png'; longestSide?: number }
  | { as: 'sound' }
  | { as: 'impossible'; reason: string }

/** Picture formats that may be transparent, which JPEG is not. */
const seeThrough = ['image/png', 'image/gif', 'image/webp', 'image/avif', 'image/heic-sequence']

export function attachmentForm({ mime, kind }: MediaType, { thumb, format }: AskedForm): AttachmentForm {
  if (thumb === undefined && format === undefined) return { as: 'original' }
  if (format === 'm4a') return thumb === undefined ? soundForm(mime, kind) : impossible('Sound has no small picture.')
  if (kind !== 'image') return impossible('Only of pictures there is a picture.')
  const to = format ?? (seeThrough.includes(mime) ? 'png' : 'jpeg')
  if (thumb === undefined && mime === `image/${to}`) return { as: 'original' }
  return { as: 'picture', to, ...(thumb !== undefined && { longestSide: thumb }) }
}

function soundForm(mime: string, kind: MediaType['kind']): AttachmentForm {
  if (mime === 'audio/mp4') return { as: 'original' }
  return kind === 'audio' ? { as: 'sound' } : impossible('This file is no sound.')
}

const impossible = (reason: string): AttachmentForm => ({ as: 'impossible', reason })

const shownByEveryBrowser = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']
const largestOriginalBytes = 2 * 1024 * 1024

/** Whether a picture may serve as its own thumbnail where none can be made; it has to be small enough in bytes. */
export const mayStandIn = ({ mime }: MediaType, size: number): boolean =>
  shownByEveryBrowser.includes(mime) && size <= largestOriginalBytes
