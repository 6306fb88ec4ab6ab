import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Logger } from '../contract/log-entry.ts'
import { testFolders } from './test-folder.ts'
import { themeFolder } from './theme-folder.ts'

const folderOfTest = testFolders(onTestFinished)

function themesWith(packages: Record<string, unknown>) {
  const folder = join(folderOfTest(), 'themes')
  const said: string[] = []
  const log: Logger = { debug() {}, info() {}, warn: (msg) => void said.push(msg), error() {}, as: () => log }
  for (const [name, content] of Object.entries(packages)) {
    mkdirSync(join(folder, name), { recursive: true })
    writeFileSync(join(folder, name, 'theme.json'), typeof content === 'string' ? content : JSON.stringify(content))
  }
  const themes = themeFolder(folder, log)
  return { folder, said, themes, names: () => themes.packages().map(({ name }) => name) }
}

const theme = (name: string, tokens: Record<string, unknown> = { background: '#102030' }) => ({
  schema: 1,
  name,
  title: name,
  modes: { light: tokens },
})

test('packages are listed by name', () => {
  const { themes, names, said } = themesWith({ ocean: theme('ocean'), forest: { ...theme('forest'), author: 'Ann' } })
  expect(names()).toEqual(['forest', 'ocean'])
  expect(themes.packages()[0]).toEqual({ ...theme('forest'), author: 'Ann' })
  expect(said).toEqual([])
})

test('there are no themes without a folder', () => {
  expect(themesWith({}).names()).toEqual([])
})

test.each<[string, unknown]>([
  ['something to load', theme('bad', { background: 'url(https://example.org/a.png)' })],
  ['something of ours to load', theme('bad', { background: 'url(/api/v1/settings)' })],
  ['something to compute', theme('bad', { background: 'var(--other)' })],
  ['the end of a rule', theme('bad', { background: '#fff;} body { display: none' })],
  ['a line of its own', theme('bad', { background: '#fff\n@import "x"' })],
  ['a property that is none of ours', theme('bad', { 'background-image': '#fff' })],
  ['no text', theme('bad', { background: 7 })],
  ['a stylesheet', { ...theme('bad'), custom_css: 'body {}' }],
  ['another name than its folder', theme('other')],
  ['a path for a name', { ...theme('../bad') }],
  ['another form', { ...theme('bad'), schema: 2 }],
  ['no JSON', '{'],
  ['too much', JSON.stringify({ ...theme('bad'), author: 'x'.repeat(70_000) })],
])('a package with %s is not listed, and is reported once', (_what, content) => {
  const { names, said } = themesWith({ bad: content, good: theme('good') })
  expect([names(), names()]).toEqual([['good'], ['good']])
  expect(said).toEqual([expect.stringContaining('"bad"')])
})

test('a package with the name of a built-in theme does not replace it', () => {
  expect(themesWith({ dark: theme('dark') }).names()).toEqual([])
})

test('links are not followed', () => {
  const { folder, names } = themesWith({ good: theme('good') })
  const elsewhere = join(folder, '..', 'linked')
  mkdirSync(elsewhere)
  writeFileSync(join(elsewhere, 'theme.json'), JSON.stringify(theme('linked')))
  symlinkSync(elsewhere, join(folder, 'linked'))
  mkdirSync(join(folder, 'inner'))
  writeFileSync(join(elsewhere, 'inner.json'), JSON.stringify(theme('inner')))
  symlinkSync(join(elsewhere, 'inner.json'), join(folder, 'inner', 'theme.json'))
  expect(names()).toEqual(['good'])
})
