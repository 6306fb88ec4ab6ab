/** German texts of the command palette and the list of shortcuts. */
import type { palette as english } from '../en/palette.ts'
import type { Translation } from '../text.ts'

export const palette: Translation<typeof english> = {
  'palette.title': 'Befehle',
  'palette.open': 'Befehlspalette öffnen',
  'palette.placeholder': 'Gehe zu oder tue …',
  'palette.none': 'Nichts passt.',
  'palette.conversations': 'Unterhaltungen',
  'palette.people': 'Personen',
  'palette.keys': 'Tasten',
  'palette.keys_open': 'Alle Tasten zeigen',
  'palette.keys_hint': 'Ausgeschaltete Tasten tun in diesem Browser nichts.',
  'palette.go': 'Gehe zu',
  'palette.page': 'Seite',
  'palette.or': 'oder',
}
