/** German texts of the command palette and the list of shortcuts. */
import type { palette as english } from '../en/palette.ts'
import type { Translation } from '../text.ts'

export const palette: Translation<typeof english> = {
  'palette.title': 'Befehle',
  'palette.open': 'Befehlspalette öffnen',
  'palette.placeholder': 'Befehle suchen …',
  'palette.none': 'Keine Treffer.',
  'palette.conversations': 'Unterhaltungen',
  'palette.people': 'Personen',
  'palette.keys': 'Tastaturkürzel',
  'palette.keys_open': 'Tastaturkürzel zeigen',
  'palette.keys_hint': 'Schalte Kürzel aus, die du nicht brauchst. Gilt für diesen Browser.',
  'palette.go': 'Gehe zu',
  'palette.page': 'Seite',
  'palette.or': 'oder',
}
