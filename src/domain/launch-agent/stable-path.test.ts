import { expect, it } from 'vitest'
import { stablePath } from './stable-path.ts'

const node = '/opt/homebrew/Cellar/node/26.1.0/bin/node'
const realPaths = new Map([
  [node, node],
  ['/opt/homebrew/opt/node/bin/node', node],
])
const realPathOf = (path: string) => {
  const real = realPaths.get(path)
  if (real === undefined) throw new Error('ENOENT')
  return real
}

it('names a program of Homebrew by the link that survives an upgrade', () => {
  expect(stablePath(node, realPathOf)).toBe('/opt/homebrew/opt/node/bin/node')
})

it('keeps the path where the link leads to another version', () => {
  const older = '/opt/homebrew/Cellar/node/24.0.0/bin/node'
  expect(stablePath(older, (path) => (path === older ? older : realPathOf(path)))).toBe(older)
})

it('keeps the path where there is no link, and outside Homebrew', () => {
  const keg = '/opt/homebrew/Cellar/other/1.0/bin/node'
  expect(stablePath(keg, realPathOf)).toBe(keg)
  expect(stablePath('/usr/local/bin/node', realPathOf)).toBe('/usr/local/bin/node')
})
