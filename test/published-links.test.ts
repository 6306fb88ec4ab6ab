import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './harness/built.ts'

const pack = ['pack', '--dry-run', '--json', '--silent', '--ignore-scripts', '--no-update-notifier']
const told = execFileSync('npm', pack, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 })
const [{ files }] = Object.values(JSON.parse(told)) as [{ files: { path: string }[] }]
const published = files.map(({ path }) => path)
const pages = published.filter((path) => path.endsWith('.md'))

test.each(pages)('every link of %s leads to something in the package', (page) => {
  const prose = readFileSync(join(root, page), 'utf8').replaceAll(/^```.*?^```/gms, '')
  const links = [
    ...prose.matchAll(/\]\((?!\w+:|#)([^)]+)/g),
    ...prose.matchAll(/(?:src|srcset|href)="(?!\w+:|#)([^"]+)"/g),
  ]
  const targets = links.map(([, link = '']) => posix.join(posix.dirname(page), link.replace(/#.*/, '')))
  expect(targets.filter((target) => !published.includes(target))).toEqual([])
})

test('the pages from which everything else is found are among them', () => {
  expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/getting-started.md', 'docs/api.md']))
})
