import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { pages } from '../docs/generate.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const documents = globSync('{*,docs/**/*,examples/**/*,packaging/**/*,src/**/*}.md', { cwd: root })
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')

test.each(Object.entries(pages))('docs/%s is what the tables of the contract say', (name, text) => {
  expect(readFileSync(join(root, 'docs', name), 'utf8')).toBe(text)
})

test.each(documents)('every link of %s leads somewhere', (page) => {
  expect(linksOf(textOf(page)).filter((link) => !leadsSomewhere(page, link))).toEqual([])
})

test('every file that ARCHITECTURE.md names as showing or keeping a promise is there', () => {
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
  const named = [...text.matchAll(/`((?:src|test|bench|simulator)\/[\w./-]+)`/g)].map(([, path]) => path ?? '')
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

/** Without those that lead to other places on the web. */
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

/** As GitHub names them in addresses. */
const headingsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
