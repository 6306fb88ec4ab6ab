/** English texts about pictures, sound and files. */
import type { Texts } from '../text.ts'

export const media = {
  'media.photo_from': 'Photo from {name}, {time}',
  'media.sticker_from': 'Sticker from {name}',
  'media.download': 'Download {name}',
  'media.arriving': 'downloading',
  'media.missing': 'not on this Mac',
  'media.transcript': 'Transcript',
  'media.next': 'Next picture',
  'media.previous': 'Previous picture',
  'media.larger': 'Zoom in',
  'media.smaller': 'Zoom out',
  'media.to_message': 'Show in conversation',
  'media.place': '{place} of {count}',
  'media.viewer': 'Picture',
} as const satisfies Texts
