/** German texts of finding within a conversation. */
import type { finding as english } from '../en/finding.ts'
import type { Translation } from '../text.ts'

export const finding: Translation<typeof english> = {
  'finding.none': 'Nichts gefunden',
  'finding.count': '{total} gefunden',
  'finding.place': '{place} von {total}',
  'finding.older': 'Vorheriger Treffer',
  'finding.newer': 'Nächster Treffer',
  'finding.close': 'Suche schließen',
  'finding.incomplete': 'ältere Nachrichten werden noch indiziert',
}
