/** German texts of the conversation list. */
import type { list as english } from '../en/list.ts'
import type { Translation } from '../text.ts'

export const list: Translation<typeof english> = {
  'list.you': 'Du:',
  'list.sender': '{name}:',
  'list.draft': 'Entwurf:',
  'list.muted': 'Stumm',
  'list.pinned': 'Angeheftet',
  'list.unread_count': { one: '{count} ungelesene Nachricht', other: '{count} ungelesene Nachrichten' },
  'list.filter': 'Unterhaltungen filtern',
  'list.filter_all': 'Alle',
  'list.filter_unread': 'Ungelesen',
  'list.filter_archived': 'Archiviert',
  'list.none_archived': 'Keine archivierten Unterhaltungen',
  'list.starred': 'Markierte Nachrichten',
  'list.all_read': 'Keine ungelesenen Unterhaltungen',
  'list.none': 'Noch keine Unterhaltungen',
  'list.none_hint': 'Neue Nachrichten erscheinen hier.',
  'list.more': 'Mehr zu {name}',
  'list.previous': 'Vorherige Unterhaltung',
  'list.next': 'Nächste Unterhaltung',
  'list.previous_unread': 'Vorherige ungelesene Unterhaltung',
  'list.next_unread': 'Nächste ungelesene Unterhaltung',
  'list.first_unread': 'Erste ungelesene oder neueste Unterhaltung',
  'list.nth': 'Erste bis neunte Unterhaltung',
}
