/** What the picker of emoji says. */
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
  'emoji.react': 'React with another emoji',
} as const satisfies Texts
