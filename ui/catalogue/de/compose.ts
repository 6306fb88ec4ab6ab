/** German texts of the composer. */
import type { compose as english } from '../en/compose.ts'
import type { Translation } from '../text.ts'

export const compose: Translation<typeof english> = {
  'compose.label': 'Nachricht schreiben',
  'compose.text': 'Nachricht',
  'compose.placeholder': '{service}',
  'compose.send': 'Senden',
  'compose.attach': 'Dateien anhängen',
  'compose.files': 'Dateien zum Senden',
  'compose.attached': { one: '{count} Datei angehängt', other: '{count} Dateien angehängt' },
  'compose.remove': '{name} entfernen',
  'compose.limit': 'Je Datei höchstens {size}',
  'compose.too_large': 'Zu groß zum Senden',
  'compose.empty': 'Diese Datei ist leer',
  'compose.program': 'Programme können nicht gesendet werden',
  'compose.drop': 'Dateien zum Senden hier ablegen',
  'compose.offline': 'Du bist offline. Deine Nachrichten werden gesendet, sobald du wieder online bist.',
  'compose.left': { one: 'Noch {count} Zeichen', other: 'Noch {count} Zeichen' },
  'compose.too_long': { one: '{count} Zeichen zu lang', other: '{count} Zeichen zu lang' },
  'compose.may_not': 'Du hast nur Lesezugriff.',
  'compose.cannot': 'Dieser Mac kann keine Nachrichten senden.',
}
