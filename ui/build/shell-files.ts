/**
 * `virtual:shell-files`: the addresses of the files that the page needs to open at all, and a version that changes with
 * them.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Manifest, Plugin } from 'vite'
import { graphOf } from './graph.ts'

const name = 'virtual:shell-files'
const dist = new URL('../dist/', import.meta.url)

/** Language files are loaded on demand, but a page without texts would not open. */
const isLanguage = (key: string): boolean => /^catalogue\/first\/[a-z]{2}\.ts$/.test(key)

/** The files that the page loads once it is there, and those without which it could not tell of a failure. */
const soon = [
  'ahead.ts',
  'pages/messages/MessagesPage.tsx',
  'pages/messages/ConversationView.tsx',
  'kit/ToastStack.tsx',
  'parts/outbox/OutboxNews.tsx',
  'parts/outbox/PendingBubbles.tsx',
  'parts/status/StatusDetails.tsx',
]

const apart = ['index.html', 'manifest.webmanifest', 'icon.svg', 'icon-192.png']

/** Returns paths relative to the folder of the build. */
export function shellFilesIn(manifest: Manifest): string[] {
  const keys = ['index.html', ...soon, ...Object.keys(manifest).filter(isLanguage)]
  const parts = keys.flatMap((key) => [...graphOf(manifest, key)].flatMap((part) => manifest[part] ?? []))
  return [...apart, ...new Set(parts.flatMap(({ file, css = [] }) => [file, ...css]))]
}

function written(): string {
  const files = shellFilesIn(JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8')))
  const hash = createHash('sha256')
  for (const file of files) hash.update(file).update(readFileSync(new URL(file, dist)))
  const addresses = [...files.map((file) => `/app/${file}`), '/app/theme.css']
  return [
    `export const shellFiles = ${JSON.stringify(addresses)}`,
    `export const shellVersion = ${JSON.stringify(hash.digest('hex').slice(0, 12))}`,
  ].join('\n')
}

/** Runs after the page has been built. */
export const shellFiles = (): Plugin => ({
  name: 'shell-files',
  resolveId: (id) => (id === name ? `\0${name}` : undefined),
  load: (id) => (id === `\0${name}` ? written() : undefined),
})
