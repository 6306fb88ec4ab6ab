/** Computes the size of a picture's box before the picture has loaded, so that nothing moves when it arrives. */

import type { Attachment } from '../../../src/contract/message.ts'
import { fileAddress } from '../../api/file-address.ts'

const most = { width: 360, height: 400 }
const unknown = { width: 240, height: 180 }
const stickerSide = 140

export function boxOf({ width, height, is_sticker }: Pick<Attachment, 'width' | 'height' | 'is_sticker'>) {
  if (is_sticker) return { width: stickerSide, height: stickerSide }
  if (width === null || height === null || width === 0 || height === 0) return unknown
  const scale = Math.min(1, most.width / width, most.height / height)
  return { width: Math.max(48, Math.round(width * scale)), height: Math.max(48, Math.round(height * scale)) }
}

/** The service makes thumbnails of two sizes; this takes the one that suits the shown width. */
export const thumbnailOf = (url: string, shownWidth: number): string =>
  fileAddress(url, { thumb: shownWidth > 240 ? '720' : '240' })
