import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { setup } from './en/setup.ts'
import { en } from './en.ts'
import { first } from './first/en.ts'
import { pages } from './pages/en.ts'
import { relayTexts } from './relay/en.ts'

const ui = new URL('../', import.meta.url)
const areasOf = (texts: object) => new Set(Object.keys(texts).map((key) => key.split('.')[0]))

test('each area is loaded in exactly one part', () => {
  const parts = [first, relayTexts, pages]
  const areas = parts.flatMap((part) => [...areasOf(part)])
  expect(areas).toEqual([...new Set(areas)])
  expect(Object.keys(en)).toHaveLength(parts.flatMap((part) => Object.keys(part)).length)
})

/** Modules that run only after the texts of the pages have been loaded. */
const waiting =
  /^(catalogue\/|setup\/|forms\/|slots\/|pages\/(?!messages\/)|parts\/(alerts|lines|contact-panel|gallery|deliveries|grant|held|print|scheduled|starred|time-range)\/|parts\/(media\/VoiceNote\.|message-menu\/(?!MessageMenu\.|open-action\.|use-menu-opening\.)|thread\/find\/|status\/(StatusBanner|StatusDetails|sentences)\.)|parts\/thread\/ArchiveButton|parts\/search\/(SearchResults|SearchConditions|ResultRows)\.|parts\/conversation-list\/(use-archive|ArchiveCommand|RowMenu)\.|parts\/composer\/AddressChoice|parts\/new-message\/Recipient)|^outbox\/undo\.|^shell\/(KeyViewBar|LaterParts|NotFound|PageCommands)\.|^theme\/reset-theme\.|\.test\.ts$/

const modules = globSync('**/*.{ts,tsx}', { cwd: ui, exclude: ['dist/**'] })

/** Returns which of the files use a text of those; where a key is put together, its area decides. */
function usesOf(texts: object, files: readonly string[]): string[] {
  const [keys, areas] = [new Set(Object.keys(texts)), areasOf(texts)]
  return files.flatMap((file) =>
    [...readFileSync(new URL(file, ui), 'utf8').matchAll(/'(\w+\.\w+)'|\bt\(`(\w+)\./g)]
      .filter(([, key = '', area = '']) => keys.has(key) || areas.has(area))
      .map(([, key, area]) => `${file} says ${key ?? `${area}.…`}`),
  )
}

test('modules of the first view use no text that is loaded later', () => {
  expect(
    usesOf(
      { ...relayTexts, ...pages, ...setup },
      modules.filter((file) => !waiting.test(file)),
    ),
  ).toEqual([])
})

/** Returns the modules that are loaded with these, and after them in the background or when they show more. */
function loadedWith(beginnings: readonly string[]): string[] {
  const found = new Set(beginnings)
  for (const file of found)
    for (const { 1: path = '' } of readFileSync(new URL(file, ui), 'utf8').matchAll(
      // A part that brings the texts of the pages itself is another page's.
      /(?:from |(?<!withPageTexts\()import\()'(\.[^']+\.tsx?)'/g,
    )) {
      const next = new URL(path, new URL(file, ui)).href
      if (next.startsWith(ui.href)) found.add(next.slice(ui.href.length))
    }
  return [...found].filter((file) => !file.startsWith('catalogue/'))
}

test('the overview of the relay and its deliveries use no text of the further pages, whatever they show', () => {
  const modules = loadedWith(['pages/relay/RelayPage.tsx', 'pages/relay/deliveries/DeliveriesPage.tsx'])
  expect(modules).toContain('parts/deliveries/DeliveryDrawer.tsx')
  expect(usesOf({ ...pages, ...setup }, modules)).toEqual([])
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
