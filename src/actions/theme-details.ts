/** Implements GET /api/ui/themes/{name}. */
import { type ThemeDetails, type ThemeMode, type ThemePackage, themeModes } from '../contract/theme.ts'
import { ServiceError } from '../domain/service-error.ts'
import { builtIn } from '../domain/theme/built-in/index.ts'
import { chosenLooks, lookOf, ofSystem, type ThemeSettings } from '../domain/theme/choice.ts'
import type { Action } from './action.ts'
import { allThemes } from './theme-look.ts'

/** Shows the theme with the other current choices, or with the requested ones instead. */
export const themeDetails: Action<'theme_details'> = ({ name, ...wished }, services) => {
  const settings = { ...services.settings.current().themes, ...wished }
  const themes = allThemes(services)
  if (name === ofSystem) return detailsOfSystem(settings, themes)
  const theme = themes.find((each) => each.name === name)
  if (theme === undefined) throw new ServiceError('not_found', 'No theme has that name.')
  return detailsOf(theme, settings)
}

export function detailsOf(theme: ThemePackage, settings: ThemeSettings): ThemeDetails {
  const { name, title, author = null, modes } = theme
  const there = themeModes.filter((mode) => modes[mode] !== undefined)
  return {
    name,
    title,
    author,
    origin: builtIn.includes(theme) ? 'built_in' : 'package',
    modes: Object.fromEntries(there.map((mode) => [mode, plainLook(lookOf(theme, { mode, settings }))])),
    source: theme,
  }
}

function detailsOfSystem(settings: ThemeSettings, themes: readonly ThemePackage[]): ThemeDetails {
  const looks = chosenLooks({ ...settings, active: ofSystem }, themes)
  const modes = Object.fromEntries(themeModes.map((mode: ThemeMode) => [mode, plainLook(looks[mode])]))
  return { name: ofSystem, title: 'System', origin: 'built_in', author: null, source: null, modes }
}

const plainLook = ({ tokens, contrast, contrast_adjusted }: ReturnType<typeof lookOf>) => ({
  tokens,
  contrast,
  contrast_adjusted,
})
