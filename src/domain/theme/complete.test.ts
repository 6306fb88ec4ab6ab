import { expect, it } from 'vitest'
import { contrastOf, readColour } from './colour.ts'
import { complete } from './complete.ts'
import { least, surfaces } from './pairs.ts'

const faint = {
  background: '#ffffff',
  foreground: '#cccccc',
  sidebar: '#f0f0f0',
  ring: '#fefefe',
  destructive: '#ffeeee',
}
const colourIn = (tokens: Readonly<Record<string, string>>, name: string) => {
  const colour = readColour(tokens[`--${name}`] ?? '')
  if (colour === undefined) throw new Error(`no ${name}`)
  return colour
}
const contrastIn = (tokens: Readonly<Record<string, string>>, [one, other]: readonly [string, string]) =>
  contrastOf(colourIn(tokens, one), colourIn(tokens, other))

it('unreadable colours are moved until they are readable, and named', () => {
  const { tokens, contrast, contrast_adjusted } = complete(faint, { mode: 'light' })
  expect(contrastIn(tokens, ['foreground', 'background'])).toBeGreaterThanOrEqual(least.text)
  expect(contrast).toBe('AA')
  expect(contrast_adjusted).toEqual(['foreground', 'destructive', 'ring'])
})

it('colours stay as written where that is wanted, except those of the focus ring and of destructive actions', () => {
  const { tokens, contrast, contrast_adjusted } = complete(faint, { mode: 'light', isAdjusted: false })
  expect(contrastIn(tokens, ['foreground', 'background'])).toBeLessThan(2)
  expect(contrast).toBe('low')
  expect(contrast_adjusted).toEqual(['destructive', 'ring'])
  for (const surface of surfaces) expect(contrastIn(tokens, ['ring', surface])).toBeGreaterThanOrEqual(least.shape)
  expect(contrastIn(tokens, ['destructive', 'background'])).toBeGreaterThanOrEqual(least.text)
})

it('the focus ring is visible on light and dark surfaces at once, where a theme insists on both', () => {
  const both = { background: '#ffffff', sidebar: '#000000', 'sidebar-active': '#000000', ring: '#ffffff' }
  const { tokens } = complete(both, { mode: 'light', isAdjusted: false })
  for (const surface of ['background', 'sidebar'])
    expect(contrastIn(tokens, ['ring', surface])).toBeGreaterThanOrEqual(least.shape)
})
