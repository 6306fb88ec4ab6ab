/** German texts of the basic components. */
import type { kit as english } from '../en/kit.ts'
import type { Translation } from '../text.ts'

export const kit: Translation<typeof english> = {
  'kit.close': 'Schließen',
  'kit.cancel': 'Abbrechen',
  'kit.retry': 'Noch einmal versuchen',
  'kit.undo': 'Rückgängig',
  'kit.save': 'Sichern',
  'kit.saved': 'Gesichert',
  'kit.copy': 'Kopieren',
  'kit.copied': 'Kopiert',
  'kit.copy_failed': 'Kopieren nicht möglich. Markiere stattdessen den Text.',
  'kit.copy_details': 'Details kopieren',
  'kit.loading': 'Wird geladen …',
  'kit.long': 'Lädt noch. Das dauert länger als gewöhnlich.',
  'kit.part_missing': 'Ein Teil dieser Seite konnte nicht geladen werden. Lade die Seite neu.',
  'kit.failed': 'Das hat nicht geklappt',
  'kit.notifications': 'Hinweise',
}
