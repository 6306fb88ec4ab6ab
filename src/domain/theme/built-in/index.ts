/** Lists the themes that come with the page, in the order in which they are offered. */
import type { ThemePackage } from '../../../contract/theme.ts'
import { dark } from './dark.ts'
import { highContrastDark, highContrastLight } from './high-contrast.ts'
import { light } from './light.ts'
import { messages } from './messages.ts'
import { midnight } from './midnight.ts'
import { sepia } from './sepia.ts'
import { terminal } from './terminal.ts'

export const builtIn: readonly ThemePackage[] = [
  ...[light, dark, midnight, sepia, highContrastLight, highContrastDark, messages, terminal],
]
