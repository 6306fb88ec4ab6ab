/** Implements GET /api/ui/themes. */
import { builtInThemes } from '../contract/theme.ts'
import type { Action } from './action.ts'
import { activeTheme, allThemes } from './theme-look.ts'

export const themes: Action<'themes'> = (_input, doors) => ({
  built_in: [...builtInThemes],
  packages: doors.themes.packages().map(({ name }) => name),
  active: activeTheme(doors.settings.current().themes, allThemes(doors)),
})
