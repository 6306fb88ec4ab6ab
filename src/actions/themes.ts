/** Implements GET /api/ui/themes. */
import { builtInThemes } from '../contract/theme.ts'
import type { Action } from './action.ts'
import { activeTheme, allThemes } from './theme-look.ts'

export const themes: Action<'themes'> = (_input, services) => ({
  built_in: [...builtInThemes],
  packages: services.themes.packages().map(({ name }) => name),
  active: activeTheme(services.settings.current().themes, allThemes(services)),
})
