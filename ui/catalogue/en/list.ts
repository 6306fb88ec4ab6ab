/** What the list of conversations says. */
import type { Texts } from '../text.ts'

export const list = {
  'list.you': 'You:',
  'list.sender': '{name}:',
  'list.draft': 'Draft:',
  'list.muted': 'Muted',
  'list.pinned': 'Pinned',
  'list.unread_count': { one: '{count} unread message', other: '{count} unread messages' },
  'list.filter': 'Which conversations',
  'list.filter_all': 'All',
  'list.filter_unread': 'Unread',
  'list.all_read': 'Everything has been read',
  'list.none': 'No conversations yet',
  'list.none_hint': 'What this Mac sends and receives appears here.',
  'list.more': 'More for {name}',
  'list.pin': 'Pin',
  'list.unpin': 'Unpin',
  'list.mark_read': 'Mark as read',
  'list.copy_link': 'Copy link',
  'list.previous': 'Previous conversation',
  'list.next': 'Next conversation',
  'list.previous_unread': 'Previous unread conversation',
  'list.next_unread': 'Next unread conversation',
  'list.first_unread': 'First unread or newest conversation',
  'list.nth': 'The first to the ninth conversation',
} as const satisfies Texts
