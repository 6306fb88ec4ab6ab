import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { pluginConsents } from './plugin-consents.ts'
import { testFolders } from './test-folder.ts'

const folderOfTest = testFolders(onTestFinished)
const consent = { tier: 'official', network: ['api.example.com:443'] }

it("keeps each plugin's consent, privately, until it is removed", () => {
  const folder = join(folderOfTest(), 'state', 'consents')
  const consents = pluginConsents(folder)
  expect(consents.of('one')).toBeUndefined()
  consents.put('one', consent)
  expect([pluginConsents(folder).of('one'), consents.of('two')]).toEqual([consent, undefined])
  expect(statSync(join(folder, 'one.json')).mode & 0o777).toBe(0o600)
  consents.remove('one')
  expect(consents.of('one')).toBeUndefined()
})
