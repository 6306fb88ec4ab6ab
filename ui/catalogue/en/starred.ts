/** English texts of archived conversations and starred messages. */
import type { Texts } from '../text.ts'

export const starred = {
  'starred.in': 'In {name}',
  'starred.all': 'All starred messages',
  'starred.none': 'No starred messages',
  'starred.none_hint': 'Star a message in its menu, or press S while the message is selected.',
  'starred.more': 'Show more',
  'starred.remove': 'Remove star from the message of {name}, {time}',
  'starred.archive': 'Archive',
  'starred.unarchive': 'Unarchive',
  'starred.archived': '{name} archived',
  'starred.unarchived': '{name} is back in the list',
  'starred.archive_hint': 'Leaves the list until a new message arrives.',
  'starred.archive_key': 'Archive or unarchive',
  'starred.go_archived': 'Archived conversations',
} as const satisfies Texts
