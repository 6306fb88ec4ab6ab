/** Converts between the theme settings and the state of the picker. */
import type { ThemeDetails, ThemeMode } from '../../../../src/contract/theme.ts'
import type { ThemeChoice } from '../../../theme/standard-choice.ts'

export type Scheme = ThemeChoice['scheme']

export interface PickerState {
  /** `auto` follows the computer: one theme in light mode and another in dark mode. */
  scheme: Scheme
  light: string
  dark: string
}

const has = (themes: readonly ThemeDetails[], name: string, mode: ThemeMode): boolean =>
  themes.find((theme) => theme.name === name)?.modes[mode] !== undefined

export function pickerStateOf(
  { active, light, dark, scheme }: ThemeChoice,
  themes: readonly ThemeDetails[],
): PickerState {
  if (active === 'system') return { scheme: 'auto', light, dark }
  const own = {
    light: has(themes, active, 'light') ? active : light,
    dark: has(themes, active, 'dark') ? active : dark,
  }
  if (own.light !== active) return { ...own, scheme: 'dark' }
  if (own.dark !== active) return { ...own, scheme: 'light' }
  return { ...own, scheme }
}

export const choiceOf = ({
  scheme,
  light,
  dark,
}: PickerState): Pick<ThemeChoice, 'active' | 'scheme' | 'light' | 'dark'> =>
  scheme === 'auto'
    ? { active: 'system', scheme, light, dark }
    : { active: scheme === 'light' ? light : dark, scheme, light, dark }

/** Returns the index to which a key leads in a list that wraps around. */
export function steppedTo(
  key: string,
  { at, of, isRtl = false }: { at: number; of: number; isRtl?: boolean },
): number | undefined {
  const forth = isRtl ? 'ArrowLeft' : 'ArrowRight'
  const back = isRtl ? 'ArrowRight' : 'ArrowLeft'
  if (key === forth || key === 'ArrowDown') return (at + 1) % of
  if (key === back || key === 'ArrowUp') return (at + of - 1) % of
  if (key === 'Home') return 0
  return key === 'End' ? of - 1 : undefined
}
