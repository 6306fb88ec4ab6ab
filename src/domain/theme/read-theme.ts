/** Reads the theme.json of a stranger and returns a theme or the problem with it; it never throws. */
import { Value } from '@sinclair/typebox/value'
import { builtInThemes, ThemePackage, type ThemeTokens, themeModes } from '../../contract/theme.ts'
import { themeColours } from '../../contract/theme-tokens.ts'
import { readColour } from './colour.ts'

export type ReadTheme = { theme: ThemePackage; problem?: undefined } | { problem: string; theme?: undefined }

export function readTheme(value: unknown): ReadTheme {
  if (!Value.Check(ThemePackage, value)) {
    const fault = Value.Errors(ThemePackage, value).First()
    return { problem: `${placeOf(fault?.path)}: ${fault?.message ?? 'it is no theme'}` }
  }
  if (builtInThemes.some((name) => name === value.name)) return { problem: 'name: it is that of a built-in theme' }
  const modes = themeModes.filter((mode) => value.modes[mode] !== undefined)
  if (modes.length === 0) return { problem: 'modes: there is neither light nor dark' }
  const wrong = modes.flatMap((mode) => wrongColours(value.modes[mode] ?? {}).map((name) => `modes.${mode}.${name}`))
  return wrong.length > 0 ? { problem: `${wrong[0]}: it is no literal colour` } : { theme: value }
}

const wrongColours = (tokens: ThemeTokens): string[] =>
  themeColours.filter((name) => tokens[name] !== undefined && readColour(tokens[name] ?? '') === undefined)

const placeOf = (path = ''): string => path.slice(1).replaceAll('/', '.') || 'theme.json'
