/**
 * Replaces the accent of a theme with a colour that the user chose, for own bubbles, buttons, links and the selection.
 */
import type { ThemeMode, ThemeTokens } from '../../contract/theme.ts'
import type { accents, ThemeColour } from '../../contract/theme-tokens.ts'

export type Accent = (typeof accents)[number]

const colours: Record<Exclude<Accent, 'theme'>, Record<ThemeMode, string>> = {
  blue: { light: '#0a66d6', dark: '#1272e6' },
  purple: { light: '#7a3fc0', dark: '#8e54d4' },
  pink: { light: '#c02670', dark: '#cc3a80' },
  red: { light: '#c4262e', dark: '#d13a40' },
  orange: { light: '#a8500a', dark: '#b55a12' },
  green: { light: '#1c7a38', dark: '#26803f' },
  graphite: { light: '#5c5c62', dark: '#717178' },
}

/** Tokens that are derived from the accent. */
const ofAccent: readonly ThemeColour[] = [
  ...(['primary-foreground', 'accent', 'accent-foreground', 'ring', 'sidebar-active'] as const),
  ...(['bubble-me', 'bubble-me-foreground'] as const),
]

export function withAccent(tokens: ThemeTokens, { accent, mode }: { accent: Accent; mode: ThemeMode }): ThemeTokens {
  if (accent === 'theme') return tokens
  const rest = Object.entries(tokens).filter(([name]) => !ofAccent.some((each) => each === name))
  return { ...Object.fromEntries(rest), primary: colours[accent][mode] }
}
