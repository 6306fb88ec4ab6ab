/** Builds the page, unless it was built from the sources as they are: before all tests, and for `npm run check`. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, extname, join, relative } from 'node:path'
import { isOlder } from './older.ts'

const built = 'ui/dist/index.html'
/** The sources from which the page was last built. */
const builtFrom = 'node_modules/.cache/page.sha256'

export default function buildPage(): void {
  const sources = pageSources()
  const wanted = hashOf(sources)
  if (builtHash(sources) === wanted) return
  // Builds as for users: with the tests' own NODE_ENV, React would be built for developers.
  const env = { ...process.env, NODE_ENV: 'production' }
  execFileSync('npm', ['run', '--silent', 'build:page'], { env, stdio: 'inherit' })
  note(wanted)
}

/** `npm ci` builds the page without a note of its sources: then their times tell whether it was built from them. */
function builtHash(sources: string[]): string | undefined {
  if (!existsSync(built)) return undefined
  if (!existsSync(builtFrom) && !isOlder(built, { sources })) note(hashOf(sources))
  return existsSync(builtFrom) ? readFileSync(builtFrom, 'utf8') : undefined
}

function note(hash: string): void {
  mkdirSync(dirname(builtFrom), { recursive: true })
  writeFileSync(builtFrom, hash)
}

/** Returns all files of `ui/` that a build may read, the files of other rooms that they import, and so on. */
export function pageSources(): string[] {
  const found = new Set(
    globSync('ui/**/*.{ts,tsx,css,html,svg,js,json,webmanifest,png}', {
      exclude: ['ui/dist/**', 'ui/**/*.test.{ts,tsx}'],
    }),
  )
  // A set passes on what is added while it is walked.
  for (const file of found) for (const imported of importsOf(file)) found.add(imported)
  return [...found, 'package-lock.json'].sort()
}

const typesOnly = /^(?:import|export) type [^;]*?from '[^']*'/gms
const relativePath = /'(\.{1,2}\/[^'\n]+\.tsx?)'/g

function importsOf(file: string): string[] {
  if (!['.ts', '.tsx'].includes(extname(file))) return []
  const paths = readFileSync(file, 'utf8').replaceAll(typesOnly, '').matchAll(relativePath)
  return [...paths].map(([, path = '']) => relative('.', join(dirname(file), path))).filter((path) => existsSync(path))
}

function hashOf(files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

if (import.meta.main) buildPage()
