/** English texts of the menu of a conversation in the list. */
import type { Texts } from '../text.ts'

export const row = {
  'row.pin': 'Pin',
  'row.unpin': 'Unpin',
  'row.mute': 'Mute in this browser',
  'row.unmute': 'Unmute in this browser',
  'row.mark_read': 'Mark as read',
  'row.copy_link': 'Copy link',
} as const satisfies Texts
