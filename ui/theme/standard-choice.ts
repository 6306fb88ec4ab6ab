/** The default appearance. */
import type { Settings } from '../../src/contract/settings.ts'

export type ThemeChoice = Settings['themes']

export const standardChoice: ThemeChoice = {
  active: 'system',
  light: 'light',
  dark: 'dark',
  scheme: 'auto',
  accent: 'theme',
  density: 'theme',
  bubble: 'theme',
  contrast: 'adjusted',
}
