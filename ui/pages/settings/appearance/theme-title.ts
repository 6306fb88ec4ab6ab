/** The titles of themes; built-in themes are titled in the reader's language. */
import type { ThemeDetails } from '../../../../src/contract/theme.ts'
import { t } from '../../../catalogue/texts.ts'

const texts = {
  light: 'appearance.theme_light',
  dark: 'appearance.theme_dark',
  midnight: 'appearance.theme_midnight',
  sepia: 'appearance.theme_sepia',
  'high-contrast-light': 'appearance.theme_high_contrast_light',
  'high-contrast-dark': 'appearance.theme_high_contrast_dark',
  messages: 'appearance.theme_messages',
  terminal: 'appearance.theme_terminal',
} as const

export const titleOf = ({ name, title, origin }: ThemeDetails): string =>
  origin === 'built_in' && Object.hasOwn(texts, name) ? t(texts[name as keyof typeof texts]) : title
