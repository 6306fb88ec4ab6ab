/** Composes the alternative text of a picture. */
import type { Attachment } from '../../../src/contract/message.ts'
import { dateAndTimeOf } from '../../catalogue/dates.ts'
import { t } from '../../catalogue/texts.ts'
import type { GalleryItem } from './gallery.ts'

export function altOf({ is_sticker }: Attachment, { sender, is_from_me, ts }: GalleryItem['message']): string {
  const name = is_from_me ? t('thread.from_you') : sender
  return is_sticker ? t('media.sticker_from', { name }) : t('media.photo_from', { name, time: dateAndTimeOf(ts) })
}
