import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { pages } from '../docs/generate.ts'
import { endpoints } from '../src/contract/endpoints.ts'
import { errors } from '../src/contract/errors.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const documents = globSync('{*,docs/**/*,examples/**/*,packaging/**/*,src/**/*}.md', { cwd: root })
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')

test.each(Object.entries(pages))('docs/%s matches the tables of the contract', (name, text) => {
  expect(readFileSync(join(root, 'docs', name), 'utf8')).toBe(text)
})

test.each(documents)('every link of %s leads to an existing target', (page) => {
  expect(linksOf(textOf(page)).filter((link) => !leadsSomewhere(page, link))).toEqual([])
})

test('docs/troubleshooting.md has a section for every error code, and for no other', () => {
  const sections = [...textOf('docs/troubleshooting.md').matchAll(/^### `(\w+)`$/gm)].map(([, code]) => code)
  expect(sections.toSorted()).toEqual(Object.keys(errors).toSorted())
})

test.each(documents)('every endpoint that %s names exists', (page) => {
  const known = Object.values(endpoints).map(({ method, path }) => `${method} ${path}`)
  expect(endpointsIn(page).filter((named) => !known.some((one) => isSameEndpoint(one, named)))).toEqual([])
})

test.each(documents)('every setting that %s names exists', (page) => {
  const known = [...(pages['settings.md'] ?? '').matchAll(/^\| `([\w.]+)` \|/gm)].map(([, key]) => key)
  const named = [...oursIn(page).matchAll(/`((?:relay|send|web|auth|themes|log|whitelist)\.(?!ts`)\w+)`/g)]
  expect(named.map(([, key]) => key).filter((key) => !known.includes(key))).toEqual([])
})

test.each(['ARCHITECTURE.md', 'docs/security-model.md'])(
  'every file that %s cites as showing or keeping a promise exists',
  (page) => {
    const named = [...textOf(page).matchAll(/`((?:src|test|proof|simulator)\/[\w./-]+)`/g)].map(
      ([, path]) => path ?? '',
    )
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
  },
)

test('every file on the ways that ARCHITECTURE.md describes exists', () => {
  const ways = textOf('ARCHITECTURE.md')
    .split(/^## /m)
    .filter((section) => section.startsWith('How '))
  const named = ways.flatMap((way) =>
    [...way.matchAll(/`([\w-]+\/[\w./-]*(?:\.ts|\/))`/g)].map(([, path]) => path ?? ''),
  )
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((path) => !existsSync(join(root, 'src', path)) && !existsSync(join(root, path)))).toEqual([])
})

/** The files of the way that no other one imports: a method of the ledger, the program of a process, and a plugin. */
const enteredByName = ['sending/ledger/echoes.ts', 'plugins/runner/main.ts', 'integrations/webhook/index.ts']

test('a message passes at most 25 files, each of which another one imports or enters by name', () => {
  const [, way = ''] = /## How a message goes through\n(.*?)\nBeside this way/s.exec(textOf('ARCHITECTURE.md')) ?? []
  const steps = way.slice(way.indexOf('\n1. '))
  const files = [...new Set([...steps.matchAll(/`([\w-]+\/[\w./-]*\.ts)`/g)].map(([, path]) => path ?? ''))]
  const imported = files.flatMap((path) =>
    [...textOf(join('src', path)).matchAll(/ from '(\.[^']+)'/g)].map(([, to]) => join(dirname(path), to ?? '')),
  )
  expect(files.length).toBeGreaterThan(15)
  expect(files.length).toBeLessThanOrEqual(25)
  expect(files.filter((path) => !imported.includes(path) && path !== 'bridge/relay.ts')).toEqual(enteredByName)
})

/** Leaves out links to other web sites. */
function linksOf(text: string): string[] {
  const prose = text.replaceAll(/^```.*?^```/gms, '').replaceAll(/`[^`\n]*`/g, '`')
  return [...prose.matchAll(/\]\((?!\w+:)([^)]+)/g), ...prose.matchAll(/(?:src|srcset|href)="(?!\w+:)([^"]+)"/g)].map(
    ([, link]) => link ?? '',
  )
}

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', heading] = link.split('#')
  const target = path === '' ? page : join(dirname(page), path)
  return existsSync(join(root, target)) && (heading === undefined || headingsOf(textOf(target)).includes(heading))
}

/** The anchors that GitHub makes of headings. */
const headingsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )

/** Returns the names of ours in a page. In tables that compare foreign names with ours, only the last column counts. */
const oursIn = (page: string): string =>
  page.includes('moving-from') ? textOf(page).replaceAll(/^\|.* \| (?=[^|]*\|$)/gm, '') : textOf(page)

/** A page whose endpoints are those of the servers that its clients were written for. */
const ofOthers = 'docs/compat.md'

const endpointsIn = (page: string): string[] =>
  page === ofOthers
    ? []
    : [...oursIn(page).matchAll(/`((?:GET|POST|PUT|DELETE) \/[^\s`?#]*)/g)].map(([, named = '']) => named)

/** Compares with and without the prefix, whatever placeholder is used for a path parameter. */
function isSameEndpoint(known: string, named: string): boolean {
  const shape = (text: string) => text.replaceAll(/\{\w+\}/g, '{}').replace(' /api/v1/', ' /')
  return shape(known) === shape(named)
}
