import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { saveConfig } from '../../store/config-file.ts'
import { prepareServiceDir, serviceDir } from '../../store/service-dir.ts'
import { testFolders } from '../../store/test-folder.ts'
import { fileChecks } from './file-checks.ts'

const folder = testFolders(onTestFinished)

const checksOf = (home: string) => {
  const base = join(home, '.service')
  return fileChecks({ home, base, logLevel: undefined, path: '', apiKey: undefined }, serviceDir(base))
}

test('before the first start there are no files, and nothing is wrong', () => {
  const checks = checksOf(folder())
  expect(checks.map(({ ok, message }) => [ok, message])).toEqual([
    [true, 'Not there yet; the first start makes it.'],
    [true, 'Not there yet: each setting is as it is by itself.'],
  ])
})

test('existing settings are reported as valid', () => {
  const home = folder()
  const dir = serviceDir(join(home, '.service'))
  prepareServiceDir(dir)
  saveConfig(dir.configFile, { web: { port: 8724 } })
  expect(checksOf(home).map(({ message }) => message)).toEqual(['Yours alone.', 'All settings are valid.'])
})
