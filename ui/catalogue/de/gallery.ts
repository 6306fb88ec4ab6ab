/** German texts of what a conversation holds: photos and videos, links, and files. */
import type { gallery as english } from '../en/gallery.ts'
import type { Translation } from '../text.ts'

export const gallery: Translation<typeof english> = {
  'gallery.title': 'Medien:',
  'gallery.kind': 'Anzeigen',
  'gallery.media': 'Medien',
  'gallery.links': 'Links',
  'gallery.files': 'Dateien',
  'gallery.close': 'Zurück zur Unterhaltung',
  'gallery.none_media': 'Noch keine Fotos oder Videos',
  'gallery.none_links': 'Noch keine Links',
  'gallery.none_files': 'Noch keine Dateien',
  'gallery.none_hint': 'Was in dieser Unterhaltung gesendet und empfangen wird, erscheint hier.',
  'gallery.video_from': 'Video von {name}, {time}',
  'gallery.absent': 'Nicht auf diesem Mac. In der Unterhaltung zeigen',
}
