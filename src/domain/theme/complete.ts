/** Completes the tokens of a theme to everything that the page needs, in readable colours. */
import type { ThemeLook, ThemeMode, ThemeTokens } from '../../contract/theme.ts'
import { type ThemeColour, type ThemeNumber, themeColours, themeNumbers } from '../../contract/theme-tokens.ts'
import { black, type Colour, readColour, withAlpha, writeColour } from './colour.ts'
import { allColours, type Colours, poleOf } from './derived.ts'
import { heldTo, readable } from './readable.ts'

/** Colours that are adjusted in any case: a user who cannot see the focus or a warning could not switch back. */
const alwaysReadable: readonly ThemeColour[] = ['ring', 'destructive', 'destructive-foreground']

interface Wish {
  mode: ThemeMode
  /** Whether unreadable colours are adjusted; true by default. */
  isAdjusted?: boolean
}

/** Returns the look without the choices that the settings add. */
export function complete(tokens: ThemeTokens, { mode, isAdjusted = true }: Wish): ThemeLook {
  const given = coloursIn(tokens)
  const wished = allColours({ background: standardBackground[mode], ...given })
  const kept = isAdjusted ? [] : themeColours.filter((name) => name in given && !alwaysReadable.includes(name))
  const colours = readable(wished, kept)
  return {
    tokens: { ...colourProperties(colours), ...numberProperties(tokens), ...choiceProperties(tokens) },
    contrast_adjusted: themeColours.filter(
      (name) => name in given && !same(withAlpha(given[name] ?? black, 1), withAlpha(colours[name], 1)),
    ),
    contrast: heldTo(colours),
  }
}

const standardBackground: Record<ThemeMode, Colour> = {
  light: { lightness: 1, chroma: 0, hue: 0, alpha: 1 },
  dark: { lightness: 0.21, chroma: 0.006, hue: 260, alpha: 1 },
}

const same = (one: Colour, other: Colour): boolean => writeColour(one) === writeColour(other)

const coloursIn = (tokens: ThemeTokens): Partial<Colours> =>
  Object.fromEntries(
    themeColours.flatMap((name) => {
      const colour = readColour(tokens[name] ?? '')
      return colour === undefined ? [] : [[name, colour]]
    }),
  )

function colourProperties(colours: Colours): Record<string, string> {
  const scheme = poleOf(colours.background) === black ? 'light' : 'dark'
  const properties = themeColours.map((name: ThemeColour) => [`--${name}`, writeColour(colours[name])])
  return { 'color-scheme': scheme, ...Object.fromEntries(properties) }
}

const standardNumbers: Readonly<Record<ThemeNumber, number>> = {
  radius: 8,
  'bubble-radius': 18,
  gap: 8,
  'font-size': 15,
  'sidebar-width': 320,
  'border-width': 1,
  duration: 140,
}

const numberProperties = (tokens: ThemeTokens): Record<string, string> =>
  Object.fromEntries(
    (Object.keys(themeNumbers) as ThemeNumber[]).map((name) => [
      `--${name}`,
      `${tokens[name] ?? standardNumbers[name]}${themeNumbers[name].unit}`,
    ]),
  )

const fonts = {
  system: 'system-ui, -apple-system, "SF Pro Text", "Segoe UI", Roboto, "Noto Sans", sans-serif',
  rounded: 'ui-rounded, "SF Pro Rounded", "Nunito", system-ui, sans-serif',
  serif: 'ui-serif, "New York", Charter, Georgia, serif',
  humanist: '"Avenir Next", Avenir, Seravek, "Gill Sans", Ubuntu, system-ui, sans-serif',
  mono: 'ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
} as const
const avatars = { round: '50%', rounded: '28%', square: '0' } as const

function choiceProperties({
  'font-body': body = 'system',
  'font-mono': mono = 'mono',
  avatar = 'round',
  tail = 'none',
}: ThemeTokens) {
  return {
    '--font-body': fonts[body],
    '--font-mono': fonts[mono],
    '--avatar-radius': avatars[avatar],
    ...(tail === 'corner' && { '--bubble-corner': '4px' }),
  }
}
