/** English texts of the emoji picker. */
import type { Texts } from '../text.ts'

export const emoji = {
  'emoji.title': 'Emoji',
  'emoji.open': 'Insert an emoji',
  'emoji.search': 'Find an emoji',
  'emoji.recent': 'Recent',
  'emoji.all': 'All emoji',
  'emoji.none': 'No matching emoji.',
  'emoji.tone': 'Skin tone: {tone}',
  'emoji.tone_none': 'none',
} as const satisfies Texts
