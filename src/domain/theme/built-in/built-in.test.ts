import { Value } from '@sinclair/typebox/value'
import { expect, test } from 'vitest'
import { builtInThemes, ThemePackage, themeModes } from '../../../contract/theme.ts'
import { contrastOf, readColour } from '../colour.ts'
import { complete } from '../complete.ts'
import { fills, least, shapes, texts } from '../pairs.ts'
import { builtIn } from './index.ts'

const looks = builtIn.flatMap((theme) =>
  themeModes.flatMap((mode) => {
    const tokens = theme.modes[mode]
    return tokens ? [[`${theme.name} (${mode})`, complete(tokens, { mode })] as const] : []
  }),
)

test('each theme is a valid package, under a name of the contract', () => {
  for (const theme of builtIn) expect([...Value.Errors(ThemePackage, theme)]).toEqual([])
  expect(['system', ...builtIn.map(({ name }) => name)]).toEqual(builtInThemes)
})

type Look = ReturnType<typeof complete>

/** Returns the pairs of colours with less contrast than wanted. */
function short({ tokens }: Look, pairs: typeof texts, wanted: number): string[] {
  const contrastIn = (one: string, other: string) => {
    const [a, b] = [readColour(tokens[`--${one}`] ?? ''), readColour(tokens[`--${other}`] ?? '')]
    return a && b ? contrastOf(a, b) : 0
  }
  return pairs.flatMap(({ colour, on }) =>
    on.filter((other) => contrastIn(colour, other) < wanted).map((other) => `${colour} on ${other}`),
  )
}

test.each(looks)('%s is readable as it was designed', (_name, look) => {
  expect(short(look, [...texts, ...fills], least.text)).toEqual([])
  expect(short(look, shapes, least.shape)).toEqual([])
  expect(look.contrast_adjusted).toEqual([])
})

const highContrast = looks.filter(([name]) => name.startsWith('high-contrast'))

test.each(highContrast)('%s has AAA contrast everywhere', (_name, look) => {
  expect(short(look, [...texts, ...fills], least.textAAA)).toEqual([])
  expect(look.contrast).toBe('AAA')
})
