import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readColour } from '../colour.ts'
import { complete } from '../complete.ts'
import { layers } from '../stylesheet.ts'
import { dark } from './dark.ts'
import { light } from './light.ts'

const sheet = (name: string) => readFileSync(new URL(`../../../../ui/theme/${name}.css`, import.meta.url), 'utf8')

/** Returns the declarations of the first rule by name; for `light-dark(a, b)`, a in light mode and b in dark mode. */
function declared(mode: 'light' | 'dark'): Record<string, string> {
  const [first = ''] = sheet('tokens').split('@media')
  const lines = [...first.matchAll(/^ {4}(--(?!fixed-)[a-z-]+): (.+);$/gm)]
  return Object.fromEntries(
    lines.map(([, name, value = '']) => [
      name,
      /^light-dark\((.+), (.+)\)$/.exec(value)?.[mode === 'light' ? 1 : 2] ?? value,
    ]),
  )
}

/** Compares with a tolerance, since colours are written with four digits. */
function isAlike(one = '', other = ''): boolean {
  const [a, b] = [readColour(one), readColour(other)]
  if (a === undefined || b === undefined) return one === other
  return Object.keys(a).every(
    (key) => Math.abs(a[key as keyof typeof a] - b[key as keyof typeof b]) < (key === 'hue' ? 0.5 : 0.0005),
  )
}

test.each([
  ['light', light],
  ['dark', dark],
] as const)('without a theme the page looks as %s does', (mode, theme) => {
  const { 'color-scheme': _, '--avatar-radius': __, ...tokens } = complete(theme.modes[mode] ?? {}, { mode }).tokens
  const own = declared(mode)
  expect(Object.keys(own).toSorted()).toEqual(Object.keys(tokens).toSorted())
  expect(Object.keys(own).filter((name) => !isAlike(own[name], tokens[name]))).toEqual([])
})

test('style layers have one order, whichever sheet is read first', () => {
  expect(sheet('layers')).toContain(layers)
})
