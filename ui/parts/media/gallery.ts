/** Collects the pictures and videos of the loaded messages in chronological order. */

import type { Attachment, Message } from '../../../src/contract/message.ts'
import { fileAddress } from '../../api/file-address.ts'

export interface GalleryItem {
  attachment: Attachment
  message: Pick<Message, 'rowid' | 'sender' | 'is_from_me' | 'ts'>
}

export const galleryOf = (messages: readonly Message[]): GalleryItem[] =>
  messages.flatMap((message) =>
    message.unsent
      ? []
      : message.attachments
          .filter(
            ({ kind, state, is_sticker }) => (kind === 'image' || kind === 'video') && state === 'ready' && !is_sticker,
          )
          .map((attachment) => ({ attachment, message })),
  )

/** The formats that every browser shows; any other picture is requested as JPEG. */
const shownByAll = /^image\/(jpeg|png|gif|webp|avif)$/

export const pictureUrl = ({ mime_type, url }: Attachment): string =>
  fileAddress(url, shownByAll.test(mime_type) ? {} : { format: 'jpeg' })
