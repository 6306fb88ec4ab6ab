import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { pages } from '../docs/generate.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

test.each(Object.entries(pages))('docs/%s is what the tables of the contract say', (name, text) => {
  expect(readFileSync(join(root, 'docs', name), 'utf8')).toBe(text)
})

test.each(['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'])('every link of %s leads to a file', (page) => {
  const text = readFileSync(join(root, page), 'utf8')
  const targets = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g), ...text.matchAll(/(?:src|srcset)="([^"]+)"/g)].map(
    ([, target]) => target ?? '',
  )
  expect(targets.filter((target) => !existsSync(join(root, dirname(page), target)))).toEqual([])
})

test('every file that ARCHITECTURE.md names as showing or keeping a promise is there', () => {
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
  const named = [...text.matchAll(/`((?:src|test|bench|simulator)\/[\w./-]+)`/g)].map(([, path]) => path ?? '')
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
})
