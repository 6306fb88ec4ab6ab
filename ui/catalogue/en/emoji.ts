/** English texts of the emoji picker. */
import type { Texts } from '../text.ts'

export const emoji = {
  'emoji.title': 'Emoji',
  'emoji.open': 'Insert an emoji',
  'emoji.search': 'Find an emoji',
  'emoji.recent': 'Used last',
  'emoji.all': 'All emoji',
  'emoji.none': 'No emoji is called that.',
  'emoji.tone': 'Skin tone: {tone}',
  'emoji.tone_none': 'none',
} as const satisfies Texts
