import { execFileSync } from 'node:child_process'
import { mkdirSync, realpathSync, renameSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { testFolders } from '../store/test-folder.ts'
import { openFile } from './attachment-bytes.ts'

const folderOfTest = testFolders(onTestFinished)

function folderWith(name: string, text: string) {
  const folder = realpathSync(folderOfTest())
  writeFileSync(join(folder, name), text)
  return { folder, path: join(folder, name) }
}

function opened(path: string) {
  const file = openFile(path)
  if (file !== undefined) onTestFinished(file.close)
  return file
}

it('returns the size and the first bytes of the file that it opened', () => {
  const { path } = folderWith('a', 'x'.repeat(1_000))
  const file = opened(path)
  expect(file).toMatchObject({ path, size: 1_000, identity: expect.any(String) })
  expect(Buffer.from(file?.head ?? []).toString()).toBe('x'.repeat(64))
  expect(opened(folderWith('empty', '').path)?.head).toHaveLength(0)
})

it('gives a changed file a new identity', () => {
  const { path, folder } = folderWith('a', 'one')
  const identities = [opened(path)?.identity, opened(path)?.identity]
  expect(identities[0]).toBe(identities[1])
  utimesSync(path, 1_000, 1_000)
  identities.push(opened(path)?.identity)
  writeFileSync(join(folder, 'b'), 'two')
  utimesSync(join(folder, 'b'), 1_000, 1_000)
  renameSync(join(folder, 'b'), path)
  identities.push(opened(path)?.identity)
  expect(new Set(identities).size).toBe(3)
})

it('opens no symbolic link, and no path that leads through one', () => {
  const { path, folder } = folderWith('a', 'text')
  symlinkSync(path, join(folder, 'link'))
  mkdirSync(join(folder, 'real'))
  writeFileSync(join(folder, 'real', 'b'), 'text')
  symlinkSync(join(folder, 'real'), join(folder, 'way'))
  expect(opened(join(folder, 'link'))).toBeUndefined()
  expect(opened(join(folder, 'way', 'b'))).toBeUndefined()
  expect(opened(`${folder}/real/../a`)).toBeUndefined()
})

it('opens no folder, no pipe and no socket, and does not wait for one', async () => {
  const folder = realpathSync(folderOfTest())
  execFileSync('mkfifo', [join(folder, 'pipe')])
  const server = createServer().listen(join(folder, 'socket'))
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  for (const name of ['', 'pipe', 'socket', 'nothing']) expect(opened(join(folder, name))).toBeUndefined()
})
