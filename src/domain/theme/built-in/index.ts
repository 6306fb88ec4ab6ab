/** Lists the themes that come with the page, in the order in which they are offered. */
import type { ThemePackage } from '../../../contract/theme.ts'
import { dark } from './dark.ts'
import { highContrastDark } from './high-contrast-dark.ts'
import { highContrastLight } from './high-contrast-light.ts'
import { light } from './light.ts'
import { messages } from './messages.ts'
import { midnight } from './midnight.ts'
import { sepia } from './sepia.ts'
import { terminal } from './terminal.ts'

export const builtIn: readonly ThemePackage[] = [
  light,
  dark,
  midnight,
  sepia,
  highContrastLight,
  highContrastDark,
  messages,
  terminal,
]
