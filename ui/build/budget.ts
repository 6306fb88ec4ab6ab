/** Checks the compressed size of the page and fails where it exceeds a limit. */
import { globSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Manifest } from 'vite'
import { graphOf as graphIn } from './graph.ts'
import { shellFilesIn } from './shell-files.ts'

const dist = new URL('../dist/', import.meta.url)
const manifest: Manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'))

const graphOf = (key: string): Set<string> => graphIn(manifest, key)

/** See src/web/pages/page-files.ts. */
const asServed = { level: 9 }
const packed = new Map<string, number>()
function packedBytes(file: string): number {
  const known = packed.get(file) ?? gzipSync(readFileSync(new URL(file, dist)), asServed).length
  packed.set(file, known)
  return known
}

const sum = (files: Iterable<string>): number =>
  [...new Set(files)].reduce((total, file) => total + packedBytes(file), 0)
const scriptsOf = (keys: Iterable<string>) =>
  [...keys].flatMap((key) => manifest[key]?.file ?? []).filter((file) => file.endsWith('.js'))
const stylesOf = (keys: Iterable<string>) => [...keys].flatMap((key) => manifest[key]?.css ?? [])

/** The modules that the document loads, and those that run ahead of it. */
const shell = graphWith(['index.html', 'ahead.ts'])

function graphWith(keys: readonly string[]): Set<string> {
  const unknown = keys.filter((key) => manifest[key] === undefined)
  if (unknown.length > 0) throw new Error(`Nothing was built of ${unknown}.`)
  return new Set(keys.flatMap((key) => [...graphOf(key)]))
}

/** The modules that are shown within the shell at the addresses where a page may begin. */
const messages = ['pages/messages/MessagesPage.tsx']
const relay = ['shell/AdministrationLayout.tsx', 'catalogue/relay/en.ts']
const places: Readonly<Record<string, readonly string[]>> = {
  'the conversations': messages,
  'one conversation': [...messages, 'pages/messages/ConversationView.tsx'],
  'the relay': [...relay, 'pages/relay/RelayPage.tsx'],
  deliveries: [...relay, 'pages/relay/deliveries/DeliveriesPage.tsx'],
  'the settings': [...relay, 'catalogue/pages/en.ts', 'pages/settings/SettingsPage.tsx'],
}
const lazy = Object.keys(manifest).filter((key) => manifest[key]?.isDynamicEntry === true)
const largestLazy = Math.max(
  0,
  ...lazy.map((key) => sum(scriptsOf([...graphOf(key)].filter((part) => !shell.has(part))))),
)

const login = ['form.css', 'form.js'].map((name) => new URL(`../../src/web/pages/assets/${name}`, import.meta.url).href)

/** Sizes in bytes; aims and limits in kilobytes. */
const budgets: readonly [string, bytes: number, aim: number, limit: number][] = [
  ...Object.entries(places).flatMap(([place, parts]): [string, number, number, number][] => {
    const all = new Set([...shell, ...graphWith(parts)])
    return [
      [`scripts before the first paint of ${place}`, sum(scriptsOf(all)), 140, 150],
      [`styles before the first paint of ${place}`, sum(stylesOf(all)), 15, 20],
    ]
  }),
  ['the largest part that is loaded later', largestLazy, 60, 80],
  [
    'setup, scripts and styles',
    sum([...scriptsOf(graphOf('setup/index.html')), ...stylesOf(graphOf('setup/index.html'))]),
    40,
    40,
  ],
  ['the login, script and styles', sum(login), 15, 15],
  ['what is kept to open without the service', sum(shellFilesIn(manifest)), 250, 300],
  ['all scripts', sum(globSync('assets/*.js', { cwd: dist }).map((file) => file)), 450, 550],
]

/** What every page has loaded a while after it was opened, besides the texts of its language. */
const everywhere = graphWith([
  ...messages,
  'pages/messages/ConversationView.tsx',
  ...relay,
  'pages/relay/RelayPage.tsx',
  'shell/LaterParts.tsx',
])
const fileCount = new Set([...scriptsOf([...shell, ...everywhere]), ...stylesOf([...shell, ...everywhere])]).size
const mostFiles = 50

for (const [name, bytes, aim, limit] of budgets) {
  const size = bytes / 1000
  process.stdout.write(`${size.toFixed(1).padStart(7)} KB  ${name} (aim ${aim}, limit ${limit})\n`)
  if (size > limit) process.exitCode = 1
}
process.stdout.write(`${String(fileCount).padStart(7)}     files that every page loads (limit ${mostFiles})\n`)
if (fileCount > mostFiles) process.exitCode = 1
if (process.exitCode) process.stderr.write('The page is too heavy: load what few need later, or leave it out.\n')
