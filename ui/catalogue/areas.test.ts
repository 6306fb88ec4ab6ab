import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { en } from './en.ts'
import { first } from './first/en.ts'
import { pages } from './pages/en.ts'

const ui = new URL('../', import.meta.url)
const areasOf = (texts: object) => new Set(Object.keys(texts).map((key) => key.split('.')[0]))

test('each area is loaded in exactly one part', () => {
  const [atFirst, later] = [areasOf(first), areasOf(pages)]
  expect([...atFirst].filter((area) => later.has(area))).toEqual([])
  expect(Object.keys(en)).toHaveLength(Object.keys(first).length + Object.keys(pages).length)
})

/** Modules that run only after the texts of the pages have been loaded. */
const waiting =
  /^(catalogue\/|setup\/|forms\/|pages\/(?!messages\/))|^theme\/(ThemeCommands|use-theme-reset)\.|\.test\.ts$/

test('modules of the first view use no text that is loaded later', () => {
  const keys = new Set(Object.keys(pages))
  const early = globSync('**/*.{ts,tsx}', { cwd: ui, exclude: ['dist/**'] }).filter((file) => !waiting.test(file))
  const found = early.flatMap((file) =>
    [...readFileSync(new URL(file, ui), 'utf8').matchAll(/'(\w+\.\w+)'/g)]
      .filter(([, key]) => keys.has(key ?? ''))
      .map(([, key]) => `${file} says ${key}`),
  )
  expect(found).toEqual([])
})
