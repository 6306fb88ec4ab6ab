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
  'compose.program': 'Programme werden nicht gesendet',
  'compose.drop': 'Dateien zum Senden hier ablegen',
  'compose.offline': 'Keine Verbindung. Gesendet wird, sobald sie wieder besteht.',
  'compose.left': { one: 'Noch {count} Zeichen', other: 'Noch {count} Zeichen' },
  'compose.too_long': { one: '{count} Zeichen zu lang', other: '{count} Zeichen zu lang' },
  'compose.may_not': 'Hier ist Lesen erlaubt, Schreiben nicht.',
  'compose.cannot': 'Dieser Mac kann keine Nachrichten senden.',
  'compose.to': 'An',
  'compose.to_hint': 'Name, Nummer oder E-Mail-Adresse',
  'compose.to_one': 'Nur ein Empfänger: Gruppen lassen sich allein in Nachrichten beginnen.',
  'compose.people': 'Personen',
}
