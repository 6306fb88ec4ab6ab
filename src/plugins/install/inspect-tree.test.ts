import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { testFolders } from '../../store/test-folder.ts'
import { problemInTree } from './inspect-tree.ts'

const folderOfTest = testFolders(onTestFinished)

function tree() {
  const root = join(folderOfTest(), 'node_modules')
  mkdirSync(join(root, 'a', 'lib'), { recursive: true })
  writeFileSync(join(root, 'a', 'index.js'), '12345678')
  return root
}

it('ordinary files and links among them are accepted', async () => {
  const root = tree()
  symlinkSync('../index.js', join(root, 'a', 'lib', 'bin'))
  expect(await problemInTree(root)).toBeUndefined()
})

it.each([
  ['a link that leads out', (root: string) => symlinkSync('/etc/passwd', join(root, 'a', 'x')), 'a/x leads out'],
  ['machine code', (root: string) => writeFileSync(join(root, 'a', 'x.node'), ''), 'a/x.node is machine code'],
  [
    'a second name of a file elsewhere',
    (root: string) => {
      writeFileSync(join(root, '..', 'secret'), '')
      linkSync(join(root, '..', 'secret'), join(root, 'a', 'x'))
    },
    'a/x is a link',
  ],
] as const)('%s is found', async (_what, plant, problem) => {
  const root = tree()
  plant(root)
  expect(await problemInTree(root)).toContain(problem)
})

it('too many files and too many bytes are refused', async () => {
  const root = tree()
  writeFileSync(join(root, 'b.js'), '')
  expect(await problemInTree(root, { files: 1, bytes: 100 })).toContain('more than 1 files')
  expect(await problemInTree(root, { files: 9, bytes: 7 })).toContain('takes more than')
})
