/** Was die Seite „Protokoll“ sagt. */
import type { logs as english } from '../en/logs.ts'
import type { Translation } from '../text.ts'

export const logs: Translation<typeof english> = {
  'logs.lead': 'Was der Dienst tut, während er es tut. Kein Text einer Nachricht steht je darin.',
  'logs.levels': 'Stufen',
  'logs.find': 'Suchen, oder /Ausdruck/',
  'logs.pause': 'Anhalten',
  'logs.resume': { one: '{count} neue – Fortsetzen', other: '{count} neue – Fortsetzen' },
  'logs.none': 'Keine Zeile passt.',
  'logs.lines': 'Zeilen des Protokolls',
}
