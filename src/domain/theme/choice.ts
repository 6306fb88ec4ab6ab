/** Chooses the look of the page by day and by night, from the settings and the available themes. */
import type { Config } from '../../contract/config.ts'
import {
  type ThemeLook,
  type ThemeMode,
  type ThemePackage,
  type ThemeTokens,
  themeModes,
} from '../../contract/theme.ts'
import type { accents, ThemeColour } from '../../contract/theme-tokens.ts'
import { complete } from './complete.ts'

export type ThemeSettings = Config['themes']

export interface ChosenLook extends ThemeLook {
  theme: ThemePackage
}

/** The looks by the mode of the operating system; both are the same where only one mode is wanted or available. */
export type ChosenLooks = Record<ThemeMode, ChosenLook>

export const ofSystem = 'system'
/** People who need a high-contrast theme need its colours, so no accent replaces them. */
const keepsItsColours = (name: string): boolean => name.startsWith('high-contrast-')

const named = ['active', 'light', 'dark'] as const

/** Returns the settings that name a theme which does not exist. */
export const missingThemes = (
  settings: Pick<ThemeSettings, (typeof named)[number]>,
  themes: readonly Pick<ThemePackage, 'name'>[],
): (typeof named)[number][] =>
  named.filter((key) => {
    const name = settings[key]
    return !(key === 'active' && name === ofSystem) && !themes.some((theme) => theme.name === name)
  })

export function chosenLooks(settings: ThemeSettings, themes: readonly ThemePackage[]): ChosenLooks {
  const named = (name: string) => themes.find((theme) => theme.name === name)
  const single = settings.active === ofSystem ? undefined : named(settings.active)
  const ofMode = (mode: ThemeMode): ChosenLook => {
    const wanted = single ?? named(settings[mode]) ?? named(mode)
    const forced = single !== undefined && settings.scheme !== 'auto' ? settings.scheme : mode
    if (wanted === undefined) throw new Error('The built-in themes are not among the themes.')
    return lookOf(wanted, { mode: forced, settings })
  }
  return { light: ofMode('light'), dark: ofMode('dark') }
}

/** Returns the look in the requested mode, or in the only one that the theme has. */
export function lookOf(
  theme: ThemePackage,
  { mode, settings }: { mode: ThemeMode; settings: ThemeSettings },
): ChosenLook {
  const there = theme.modes[mode] === undefined ? (themeModes.find((each) => theme.modes[each]) ?? mode) : mode
  const accent = keepsItsColours(theme.name) ? 'theme' : settings.accent
  const tokens = withAccent(theme.modes[there] ?? {}, { accent, mode: there })
  const look = complete(tokens, { mode: there, isAdjusted: settings.contrast === 'adjusted' })
  return { ...look, tokens: { ...look.tokens, ...chosenBeside(theme, settings) }, theme }
}

const radii = { round: '18px', corner: '18px', square: '6px' } as const

function chosenBeside({ density = 'comfortable' }: ThemePackage, settings: ThemeSettings): Record<string, string> {
  const { bubble } = settings
  const isCompact = (settings.density === 'theme' ? density : settings.density) === 'compact'
  return {
    ...(isCompact && { '--gap': '5px', '--font-size': '14px' }),
    ...(bubble !== 'theme' && {
      '--bubble-radius': radii[bubble],
      '--bubble-corner': bubble === 'corner' ? '4px' : radii[bubble],
    }),
  }
}

type Accent = (typeof accents)[number]

const accentColours: Record<Exclude<Accent, 'theme'>, Record<ThemeMode, string>> = {
  blue: { light: '#0a66d6', dark: '#1272e6' },
  purple: { light: '#7a3fc0', dark: '#8e54d4' },
  pink: { light: '#c02670', dark: '#cc3a80' },
  red: { light: '#c4262e', dark: '#d13a40' },
  orange: { light: '#a8500a', dark: '#b55a12' },
  green: { light: '#1c7a38', dark: '#26803f' },
  graphite: { light: '#5c5c62', dark: '#717178' },
}

/** Tokens that are derived from the accent. */
const derivedFromAccent: readonly ThemeColour[] = [
  'primary-foreground',
  'accent',
  'accent-foreground',
  'ring',
  'sidebar-active',
  'bubble-me',
  'bubble-me-foreground',
]

function withAccent(tokens: ThemeTokens, { accent, mode }: { accent: Accent; mode: ThemeMode }): ThemeTokens {
  if (accent === 'theme') return tokens
  const rest = Object.entries(tokens).filter(([name]) => !derivedFromAccent.some((each) => each === name))
  return { ...Object.fromEntries(rest), primary: accentColours[accent][mode] }
}
