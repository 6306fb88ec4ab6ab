/** English texts of the conversation list. */
import type { Texts } from '../text.ts'

export const list = {
  'list.you': 'You:',
  'list.sender': '{name}:',
  'list.draft': 'Draft:',
  'list.muted': 'Muted',
  'list.pinned': 'Pinned',
  'list.unread_count': { one: '{count} unread message', other: '{count} unread messages' },
  'list.filter': 'Filter conversations',
  'list.filter_all': 'All',
  'list.filter_unread': 'Unread',
  'list.filter_archived': 'Archived',
  'list.none_archived': 'No archived conversations',
  'list.starred': 'Starred messages',
  'list.all_read': 'No unread conversations',
  'list.none': 'No conversations yet',
  'list.none_hint': 'New messages appear here.',
  'list.more': 'More for {name}',
  'list.previous': 'Previous conversation',
  'list.next': 'Next conversation',
  'list.previous_unread': 'Previous unread conversation',
  'list.next_unread': 'Next unread conversation',
  'list.first_unread': 'First unread or newest conversation',
  'list.nth': 'First to ninth conversation',
} as const satisfies Texts
