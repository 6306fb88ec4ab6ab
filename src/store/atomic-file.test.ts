import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { writeAtomically } from './atomic-file.ts'
import { testFolders } from './test-folder.ts'

const testFolder = testFolders(onTestFinished)

it('replaces the content, makes the file private to its owner, and leaves nothing else behind', () => {
  const folder = testFolder()
  const path = join(folder, 'file')
  writeFileSync(path, 'old', { mode: 0o644 })
  writeAtomically(path, 'new')
  expect(readFileSync(path, 'utf8')).toBe('new')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['file'])
})

it('gives a reader who opened the old file the old content to its end', () => {
  const path = join(testFolder(), 'file')
  writeAtomically(path, 'old')
  const reader = openSync(path, 'r')
  writeAtomically(path, 'new')
  expect(readFileSync(reader, 'utf8')).toBe('old')
  closeSync(reader)
})

it('refuses a link and leaves its target unchanged', () => {
  const folder = testFolder()
  const target = join(testFolder(), 'target')
  writeFileSync(target, 'precious')
  symlinkSync(target, join(folder, 'file'))
  expect(() => writeAtomically(join(folder, 'file'), 'new')).toThrow('is a link')
  expect(readFileSync(target, 'utf8')).toBe('precious')
  expect(readdirSync(folder)).toEqual(['file'])
})

it('leaves no temporary file when it cannot write', () => {
  const folder = testFolder()
  mkdirSync(join(folder, 'file'))
  expect(() => writeAtomically(join(folder, 'file'), 'new')).toThrow()
  expect(readdirSync(folder)).toEqual(['file'])
})
