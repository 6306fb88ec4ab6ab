import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { testFolders } from '../test-folder.ts'
import { pageFolders } from './page-files.ts'

const folderOfTest = testFolders(onTestFinished)

function folderWith(names: readonly string[]): string {
  const folder = join(folderOfTest(), 'page')
  mkdirSync(join(folder, 'parts'), { recursive: true })
  for (const name of names) writeFileSync(join(folder, name), name)
  return folder
}

it('holds the files of the folder that a browser runs or displays, and no others', () => {
  const folder = folderWith(['index.js', 'parts/one.css', 'notes.txt', '.env', 'page.html'])
  writeFileSync(join(folder, '..', 'secret.js'), 'secret')
  symlinkSync(join(folder, '..', 'secret.js'), join(folder, 'link.js'))
  symlinkSync(join(folder, '..'), join(folder, 'out'))
  const files = pageFolders()(folder)
  const has = (path: string) => files?.file(path)?.type
  expect(has('index.js')).toBe('text/javascript; charset=utf-8')
  expect(has('parts/one.css')).toBe('text/css; charset=utf-8')
  for (const path of [
    'notes.txt',
    '.env',
    'page.html',
    'link.js',
    'out/secret.js',
    '../secret.js',
    'parts/../index.js',
    '',
  ])
    expect([path, has(path)]).toEqual([path, undefined])
})

it('has another version when a file changes, and is undefined when there is too much', () => {
  const read = pageFolders()
  const folder = folderWith(['index.js'])
  const before = read(folder)?.version
  expect(read(folder)?.version).toBe(before)
  writeFileSync(join(folder, 'index.js'), 'changed')
  expect(read(folder)?.version).not.toBe(before)
  writeFileSync(join(folder, 'large.js'), Buffer.alloc(9 * 1024 * 1024))
  expect(read(folder)).toBeUndefined()
  expect(read(join(folder, 'none'))).toBeUndefined()
})
