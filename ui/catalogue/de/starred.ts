/** German texts of archived conversations and starred messages. */
import type { starred as english } from '../en/starred.ts'
import type { Translation } from '../text.ts'

export const starred: Translation<typeof english> = {
  'starred.in': 'In {name}',
  'starred.all': 'Alle markierten Nachrichten',
  'starred.none': 'Keine markierten Nachrichten',
  'starred.none_hint': 'Setze einen Stern im Menü einer Nachricht oder drücke S, während sie ausgewählt ist.',
  'starred.more': 'Mehr anzeigen',
  'starred.remove': 'Stern der Nachricht von {name} entfernen, {time}',
  'starred.archive': 'Archivieren',
  'starred.unarchive': 'Aus dem Archiv holen',
  'starred.archived': '{name} archiviert',
  'starred.unarchived': '{name} ist wieder in der Liste',
  'starred.archive_hint': 'Nicht in der Liste, bis eine neue Nachricht kommt.',
  'starred.archive_key': 'Archivieren oder aus dem Archiv holen',
  'starred.go_archived': 'Archivierte Unterhaltungen',
}
