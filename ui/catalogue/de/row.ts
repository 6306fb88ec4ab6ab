/** German texts of the menu of a conversation in the list. */
import type { row as english } from '../en/row.ts'
import type { Translation } from '../text.ts'

export const row: Translation<typeof english> = {
  'row.pin': 'Anheften',
  'row.unpin': 'Nicht mehr anheften',
  'row.mute': 'In diesem Browser stumm schalten',
  'row.unmute': 'Nicht mehr stumm schalten',
  'row.mark_read': 'Als gelesen markieren',
  'row.copy_link': 'Link kopieren',
}
