/** How large a picture is shown: known before it is there, so that nothing moves when it comes. */
import type { Attachment } from '../../../src/contract/message.ts'

const most = { width: 360, height: 400 }
const unknown = { width: 240, height: 180 }
const stickerSide = 140

export function boxOf({ width, height, is_sticker }: Pick<Attachment, 'width' | 'height' | 'is_sticker'>) {
  if (is_sticker) return { width: stickerSide, height: stickerSide }
  if (width === null || height === null || width === 0 || height === 0) return unknown
  const scale = Math.min(1, most.width / width, most.height / height)
  return { width: Math.max(48, Math.round(width * scale)), height: Math.max(48, Math.round(height * scale)) }
}

/** At most twice as large as it is shown: the service makes pictures of two sizes. */
export const thumbnailOf = (url: string, shownWidth: number): string => `${url}?thumb=${shownWidth > 240 ? 720 : 240}`
