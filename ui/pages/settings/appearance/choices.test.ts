import { expect, it } from 'vitest'
import type { ThemeDetails } from '../../../../src/contract/theme.ts'
import { standardChoice } from '../../../theme/standard-choice.ts'
import { choiceOf, pickerStateOf, steppedTo } from './choices.ts'

const look = { tokens: {}, contrast: 'AA', contrast_adjusted: [] } as const
const theme = (name: string, modes: ThemeDetails['modes']): ThemeDetails => ({
  name,
  title: name,
  origin: 'built_in',
  author: null,
  source: null,
  modes,
})
const themes = [
  theme('light', { light: { ...look, contrast_adjusted: [] } }),
  theme('dark', { dark: { ...look, contrast_adjusted: [] } }),
  theme('both', { light: { ...look, contrast_adjusted: [] }, dark: { ...look, contrast_adjusted: [] } }),
]

it.each([
  [{}, { scheme: 'auto', light: 'light', dark: 'dark' }],
  [{ active: 'dark' }, { scheme: 'dark', light: 'light', dark: 'dark' }],
  [{ active: 'both' }, { scheme: 'auto', light: 'both', dark: 'both' }],
  [
    { active: 'both', scheme: 'light' as const },
    { scheme: 'light', light: 'both', dark: 'both' },
  ],
])('%j is shown as %j', (chosen, shown) => {
  expect(pickerStateOf({ ...standardChoice, ...chosen }, themes)).toEqual(shown)
})

it('a choice that was saved is shown again', () => {
  for (const scheme of ['auto', 'light', 'dark'] as const) {
    const shown = { scheme, light: 'both', dark: 'dark' }
    expect(pickerStateOf({ ...standardChoice, ...choiceOf(shown) }, themes)).toMatchObject({ scheme })
  }
})

it('arrow keys wrap around at the ends', () => {
  expect(steppedTo('ArrowRight', { at: 2, of: 3 })).toBe(0)
  expect(steppedTo('ArrowRight', { at: 2, of: 3, isRtl: true })).toBe(1)
  expect(steppedTo('End', { at: 0, of: 3 })).toBe(2)
  expect(steppedTo('a', { at: 0, of: 3 })).toBeUndefined()
})
