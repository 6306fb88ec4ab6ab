import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { testFolders } from './test-folder.ts'
import { openUploads } from './uploads.ts'

const testFolder = testFolders(onTestFinished)

function opened(needed: string[] = []) {
  const folder = join(testFolder(), 'uploads')
  const uploads = openUploads({ folder, needed: () => new Set(needed.map((name) => join(folder, name))) })
  return { folder, uploads, names: () => readdirSync(folder) }
}

async function* inPieces(text: string, size = 3) {
  for (let at = 0; at < text.length; at += size) yield Buffer.from(text.slice(at, at + size))
}

async function* cutShort() {
  yield Buffer.from('half')
  throw new Error('the connection ended')
}

it('keeps the bytes unchanged, under a generated name and privately', async () => {
  const { folder, uploads } = opened()
  const { path, sha256, bytes } = await uploads.keep(inPieces('all of it'), 9)
  expect(readFileSync(path, 'utf8')).toBe('all of it')
  expect([bytes, sha256]).toEqual([9, createHash('sha256').update('all of it').digest('hex')])
  expect(path.slice(folder.length)).toMatch(/^\/[0-9a-f-]{36}$/)
  expect([statSync(folder).mode & 0o777, statSync(path).mode & 0o777]).toEqual([0o700, 0o600])
})

it('an upload that is too large is refused at the first byte beyond the limit, and leaves nothing', async () => {
  const { uploads, names } = opened()
  let read = 0
  async function* endless() {
    for (;;) yield Buffer.alloc(++read && 10)
  }
  await expect(uploads.keep(endless(), 95)).rejects.toMatchObject({ code: 'too_large', details: { max_bytes: 95 } })
  expect([read, names()]).toEqual([10, []])
})

it('an upload that ends too early leaves nothing', async () => {
  const { uploads, names } = opened()
  await expect(uploads.keep(cutShort(), 100)).rejects.toThrow('the connection ended')
  expect(names()).toEqual([])
})

it('an upload is removed when nobody needs it', async () => {
  const { folder, uploads, names } = opened(['needed'])
  writeFileSync(join(folder, 'needed'), '')
  const { path } = await uploads.keep(inPieces('a'), 1)
  for (const each of [path, join(folder, 'needed')]) uploads.release(each)
  expect(names()).toEqual(['needed'])
})

it('files left by a killed process are removed when the next one starts, and needed ones are kept', () => {
  const { folder, names } = opened()
  for (const name of ['needed', 'whole', 'half.part']) writeFileSync(join(folder, name), '')
  symlinkSync('/nowhere', join(folder, 'link.part'))
  openUploads({ folder, needed: () => new Set([join(folder, 'needed')]) })
  expect(names()).toEqual(['needed'])
})
