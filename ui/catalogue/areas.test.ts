import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { setup } from './en/setup.ts'
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
  /^(catalogue\/|setup\/|forms\/|slots\/|pages\/(?!messages\/))|^shell\/PageCommands\.|^theme\/use-theme-reset\.|\.test\.ts$/

const modules = globSync('**/*.{ts,tsx}', { cwd: ui, exclude: ['dist/**'] })

/** Returns which of the files use a text of those. */
function usesOf(texts: object, files: readonly string[]): string[] {
  const keys = new Set(Object.keys(texts))
  return files.flatMap((file) =>
    [...readFileSync(new URL(file, ui), 'utf8').matchAll(/'(\w+\.\w+)'/g)]
      .filter(([, key]) => keys.has(key ?? ''))
      .map(([, key]) => `${file} says ${key}`),
  )
}

test('modules of the first view use no text that is loaded later', () => {
  expect(
    usesOf(
      { ...pages, ...setup },
      modules.filter((file) => !waiting.test(file)),
    ),
  ).toEqual([])
})

test('the setup page uses its own texts and those of the kit, and no other page uses its own', () => {
  const ofSetup = modules.filter((file) => file.startsWith('setup/'))
  const { other } = Object.groupBy(Object.entries(en), ([key]) => (key.startsWith('kit.') ? 'kit' : 'other'))
  expect(usesOf(Object.fromEntries(other ?? []), ofSetup)).toEqual([])
  expect(
    usesOf(
      setup,
      modules.filter((file) => !/^(setup|catalogue)\//.test(file)),
    ),
  ).toEqual([])
})
