import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { testFolders } from '../../store/test-folder.ts'
import { packageSpec, registryPackage } from './package-spec.ts'

const folderOfTest = testFolders(onTestFinished)

it.each(['service-plugin-x', '@me/service-plugin-x', 'service-plugin-x@1.2.3', 'x@^1.0.0', 'x@next'])(
  '%s is accepted as a name of the registry',
  (name) => {
    expect(packageSpec(name)).toBe(name)
  },
)

it('a folder and a file are resolved to their absolute path', () => {
  const folder = folderOfTest()
  mkdirSync(join(folder, 'plugin'))
  writeFileSync(join(folder, 'x.tgz'), '')
  expect(packageSpec(join(folder, 'plugin'))).toBe(join(folder, 'plugin'))
  expect(packageSpec(`${folder}/./x.tgz`)).toBe(join(folder, 'x.tgz'))
})

it.each(['github:someone/thing', 'someone/thing', 'git+ssh://host/x', 'https://host/x.tgz', '--global', '../gone.tgz'])(
  '"%s" is rejected as neither a package name nor a path',
  (given) => {
    expect(() => packageSpec(given)).toThrowError(expect.objectContaining({ code: 'invalid_request' }))
  },
)

it.each(['service-plugin-x', '@me/service-plugin-x@1.2.3'])('%s is accepted from elsewhere', (name) => {
  expect(registryPackage(name)).toBe(name)
})

it.each([
  '/etc/passwd',
  '../examples/say_hello',
  './x.tgz',
  '~/x',
  'https://host/x.tgz',
  'github:someone/x',
  '--global',
])('"%s" is rejected from elsewhere, whether it is there or not', (given) => {
  expect(() => registryPackage(given)).toThrowError(expect.objectContaining({ code: 'invalid_request' }))
})
