/** German texts of the shell around all pages. */
import type { shell as english } from '../en/shell.ts'
import type { Translation } from '../text.ts'

export const shell: Translation<typeof english> = {
  'shell.product': 'Local Messaging Relay',
  'shell.messages': 'Nachrichten',
  'shell.conversations': 'Unterhaltungen',
  'shell.choose': 'Unterhaltung wählen',
  'shell.choose_hint': 'Oder eine neue beginnen.',
  'shell.new_message': 'Neue Nachricht',
  'shell.search': 'Suchen',
  'shell.settings': 'Einstellungen',
  'shell.plugins': 'Plugins',
  'shell.rules': 'Regeln',
  'shell.log': 'Protokoll',
  'shell.statistics': 'Statistik',
  'shell.health': 'Zustand',
  'shell.back_to_messages': 'Nachrichten',
  'shell.administration': 'Verwaltung',
  'shell.sign_out': 'Abmelden',
  'shell.skip': 'Zum Inhalt springen',
  'shell.not_found': 'Hier ist nichts',
  'shell.not_found_hint': 'Die Adresse ist vielleicht veraltet oder vertippt.',
  'shell.broken': 'Dieser Teil der Seite ist ausgefallen',
  'shell.next_region': 'Nächster Teil der Seite',
  'shell.previous_region': 'Vorheriger Teil der Seite',
  'shell.search_hint': 'Was gefunden wurde, steht daneben.',
  'shell.unread_title': '({count}) {title}',
}
