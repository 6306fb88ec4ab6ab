import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './harness/built.ts'
import { nodeTable } from './harness/node-table.ts'

const { forPackage, forSources, inWords, inRange, isSupported } = nodeTable
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')

test('package.json requires the releases of the table', () => {
  expect(JSON.parse(textOf('package.json')).engines.node).toBe(inRange(forPackage))
  expect(JSON.parse(textOf('package-lock.json')).packages[''].engines.node).toBe(inRange(forPackage))
})

test.each(['README.md', 'docs/getting-started.md', 'CHANGELOG.md'])(
  '%s names the releases of the table, and no others',
  (page) => {
    const text = textOf(page).replaceAll(/\s+/g, ' ')
    expect(text).toContain(inWords(forPackage))
    expect(text.replaceAll(inWords(forPackage), '')).not.toMatch(
      /Node(?:\]\([^)]*\))? (?!20 or later\))\d+(?:\.\d+)? or later/,
    )
  },
)

test.each([
  ['20.19.5', false, false],
  ['22.17.1', false, false],
  ['22.18.0', true, false],
  ['22.23.3', true, false],
  ['23.11.1', false, false],
  ['24.0.0', true, true],
  ['26.10.0', true, true],
])('Node %s: the package %s, the sources %s', (release, startsPackage, startsSources) => {
  expect([isSupported(release, forPackage), isSupported(release, forSources)]).toEqual([startsPackage, startsSources])
})

test.each([
  ['installed.mjs', forPackage, '23.11.1', 'https://nodejs.org'],
  ['service.mjs', forSources, '20.19.5', 'npm run service'],
  ['service.mjs', forSources, '22.18.0', 'npm run service'],
  ['service.mjs', forSources, '23.11.1', 'npm run service'],
])('%s says that it does not start on another Node, and names the remedy', (file, ranges, release, remedy) => {
  const pretend = `Object.defineProperty(process.versions, 'node', { value: '${release}' })`
  const flags = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`]
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, join(root, 'bin', file), '--version'], {
    encoding: 'utf8',
  })
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toContain(`needs Node ${inWords(ranges)}; this is Node ${release}`)
  expect(stderr).toContain(remedy)
})

test('no statement numbers its parameters, because the oldest Node cannot bind them', () => {
  const files = globSync('{src,simulator}/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((file) => /(?:[=(,<|] ?)\?[1-9]/.test(textOf(file)))).toEqual([])
})
