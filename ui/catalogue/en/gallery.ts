/** English texts of what a conversation holds: photos and videos, links, and files. */
import type { Texts } from '../text.ts'

export const gallery = {
  'gallery.title': 'Media:',
  'gallery.kind': 'Show',
  'gallery.media': 'Media',
  'gallery.links': 'Links',
  'gallery.files': 'Files',
  'gallery.close': 'Back to conversation',
  'gallery.none_media': 'No photos or videos yet',
  'gallery.none_links': 'No links yet',
  'gallery.none_files': 'No files yet',
  'gallery.none_hint': 'What you send and receive in this conversation appears here.',
  'gallery.video_from': 'Video from {name}, {time}',
  'gallery.absent': 'Not on this Mac. Show in conversation',
} as const satisfies Texts
