import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const build: string = JSON.parse(readFileSync('package.json', 'utf8')).scripts['build:code']
const copies = [...build.matchAll(/cp (?:-R )?(\S+) (\S+)/g)].map(([, from = '', to = '']) => ({ from, to }))

const beside = readdirSync('src', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !/\.(ts|md)$|^tsconfig\.json$/.test(entry.name))
  .map(({ parentPath, name }) => join(parentPath, name))
  .filter((path) => !path.includes('/fixtures/'))

it.each(beside)('%s is copied next to the compiled code', (path) => {
  const copy = copies.find(({ from }) => path === from || path.startsWith(`${from}/`)) ?? expect.fail('it is left out')
  expect(join(copy.to)).toBe(`${join('dist', dirname(copy.from))}/`)
})
