/** German texts of the conversation list. */
import type { list as english } from '../en/list.ts'
import type { Translation } from '../text.ts'

export const list: Translation<typeof english> = {
  'list.you': 'Ich:',
  'list.sender': '{name}:',
  'list.draft': 'Entwurf:',
  'list.mute': 'In diesem Browser stumm schalten',
  'list.unmute': 'Nicht mehr stumm schalten',
  'list.mute_switch': 'Stumm',
  'list.mute_hint': 'Dieser Browser meldet nicht, was hier geschrieben wird; in der Liste bleibt es.',
  'list.muted_in_messages': 'In „Nachrichten“ auf dem Mac stumm; es wird dort geändert.',
  'list.muted': 'Stumm',
  'list.pinned': 'Angeheftet',
  'list.unread_count': { one: '{count} ungelesene Nachricht', other: '{count} ungelesene Nachrichten' },
  'list.filter': 'Welche Unterhaltungen',
  'list.filter_all': 'Alle',
  'list.filter_unread': 'Ungelesen',
  'list.all_read': 'Alles ist gelesen',
  'list.none': 'Noch keine Unterhaltungen',
  'list.none_hint': 'Was dieser Mac sendet und empfängt, erscheint hier.',
  'list.more': 'Mehr zu {name}',
  'list.pin': 'Anheften',
  'list.unpin': 'Nicht mehr anheften',
  'list.mark_read': 'Als gelesen markieren',
  'list.copy_link': 'Link kopieren',
  'list.previous': 'Vorherige Unterhaltung',
  'list.next': 'Nächste Unterhaltung',
  'list.previous_unread': 'Vorherige ungelesene Unterhaltung',
  'list.next_unread': 'Nächste ungelesene Unterhaltung',
  'list.first_unread': 'Erste ungelesene oder neueste Unterhaltung',
  'list.nth': 'Die erste bis neunte Unterhaltung',
}
