import { Value } from '@sinclair/typebox/value'
import { describe, expect, it, test } from 'vitest'
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

test('each is of the form that packages have, under the names of the contract', () => {
  for (const theme of builtIn) expect([...Value.Errors(ThemePackage, theme)]).toEqual([])
  expect(['system', ...builtIn.map(({ name }) => name)]).toEqual(builtInThemes)
})

describe.each(looks)('%s', (name, { tokens, contrast_adjusted, contrast }) => {
  const contrastIn = (one: string, other: string) => {
    const [a, b] = [readColour(tokens[`--${one}`] ?? ''), readColour(tokens[`--${other}`] ?? '')]
    return a && b ? contrastOf(a, b) : 0
  }
  const short = (pairs: typeof texts, wanted: number) =>
    pairs.flatMap(({ colour, on }) =>
      on.filter((other) => contrastIn(colour, other) < wanted).map((other) => `${colour} on ${other}`),
    )

  it('can be read as it was designed', () => {
    expect(short([...texts, ...fills], least.text)).toEqual([])
    expect(short(shapes, least.shape)).toEqual([])
    expect(contrast_adjusted).toEqual([])
  })

  it.runIf(name.startsWith('high-contrast'))('has the contrast of AAA everywhere', () => {
    expect(short([...texts, ...fills], least.textAAA)).toEqual([])
    expect(contrast).toBe('AAA')
  })
})
