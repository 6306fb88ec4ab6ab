/** German texts of the emoji picker. */
import type { emoji as english } from '../en/emoji.ts'
import type { Translation } from '../text.ts'

export const emoji: Translation<typeof english> = {
  'emoji.title': 'Emojis',
  'emoji.open': 'Emoji einfügen',
  'emoji.search': 'Emoji suchen',
  'emoji.recent': 'Zuletzt verwendet',
  'emoji.all': 'Alle Emojis',
  'emoji.none': 'Kein passendes Emoji.',
  'emoji.tone': 'Hautton: {tone}',
  'emoji.tone_none': 'keiner',
}
