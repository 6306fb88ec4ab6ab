/** Lists the available themes, and computes the looks that follow from the chosen settings. */
import type { ThemePackage } from '../contract/theme.ts'
import { builtIn } from '../domain/theme/built-in/index.ts'
import { type ChosenLooks, chosenLooks, ofSystem, type ThemeSettings } from '../domain/theme/choice.ts'
import type { Services } from './services.ts'

export const allThemes = ({ themes }: Pick<Services, 'themes'>): ThemePackage[] => [...builtIn, ...themes.packages()]

/** A chosen theme that was removed must not leave the page without any. */
export function activeTheme({ active }: ThemeSettings, themes: readonly ThemePackage[]): string {
  return themes.some(({ name }) => name === active) ? active : ofSystem
}

/** The looks for users whose system requests more contrast; if only one mode is wanted, both have it. */
export function enhancedLooks(settings: ThemeSettings, { light, dark }: ChosenLooks): ChosenLooks {
  const [byDay, atNight] = [light, dark].map(({ tokens }) => `high-contrast-${tokens['color-scheme']}`)
  return chosenLooks({ ...settings, active: ofSystem, light: byDay ?? '', dark: atNight ?? '' }, builtIn)
}
