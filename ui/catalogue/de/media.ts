/** German texts about pictures, sound and files. */
import type { media as english } from '../en/media.ts'
import type { Translation } from '../text.ts'

export const media: Translation<typeof english> = {
  'media.photo_from': 'Foto von {name}, {time}',
  'media.sticker_from': 'Sticker von {name}',
  'media.download': '{name} laden',
  'media.arriving': 'wird geladen',
  'media.missing': 'nicht auf diesem Mac',
  'media.transcript': 'Transkript',
  'media.next': 'Nächstes Bild',
  'media.previous': 'Voriges Bild',
  'media.larger': 'Vergrößern',
  'media.smaller': 'Verkleinern',
  'media.to_message': 'In der Unterhaltung zeigen',
  'media.place': '{place} von {count}',
  'media.viewer': 'Bild',
}
