import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { installKey } from './install-key.ts'
import { testFolders } from './test-folder.ts'

const testFolder = testFolders(onTestFinished)

it('the key is made once, privately, and stays the same', () => {
  const path = join(testFolder(), 'install.key')
  const key = installKey(path)
  expect(key).toHaveLength(32)
  expect(installKey(path)).toEqual(key)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readdirSync(join(path, '..'))).toEqual(['install.key', 'open.lock'])
})

it('the key differs between installations', () => {
  const keys = [1, 2].map(() => installKey(join(testFolder(), 'install.key')).toString('hex'))
  expect(new Set(keys).size).toBe(2)
})

it('the key is the same for processes that start at the same time', async () => {
  const path = join(testFolder(), 'install.key')
  const program = `
    import { installKey } from '${join(import.meta.dirname, 'install-key.ts')}'
    console.log(installKey('${path}').toString('hex'))`
  const keys = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const child = spawn(process.execPath, ['--no-warnings', '--input-type=module-typescript', '-e', program])
      const [output] = await Promise.all([text(child.stdout), once(child, 'exit')])
      return output.trim()
    }),
  )
  expect(new Set(keys)).toEqual(new Set([installKey(path).toString('hex')]))
})

it('a key of the wrong length is set aside and reported', () => {
  const path = join(testFolder(), 'install.key')
  writeFileSync(path, 'short', { mode: 0o600 })
  const reports: string[] = []
  expect(installKey(path, (quarantined) => reports.push(quarantined))).toHaveLength(32)
  expect(reports).toEqual([expect.stringContaining('install.key.bad-')])
})
