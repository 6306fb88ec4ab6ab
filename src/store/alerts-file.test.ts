import { writeFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { raisedAlerts } from './alerts-file.ts'
import { prepareServiceDir, serviceDir } from './service-dir.ts'
import { testFolders } from './test-folder.ts'

const folderOfTest = testFolders(onTestFinished)

test.each([
  ['that is missing', undefined],
  ['that is damaged', '{"raised": [{"id"'],
  ['of another form', '{"raised": [{"id": 1}], "awakeSinceMs": null}'],
])('a file %s is an empty one, and is written anew', (_which, text) => {
  const dir = serviceDir(folderOfTest())
  prepareServiceDir(dir)
  if (text !== undefined) writeFileSync(dir.alertsFile, text, { mode: 0o600 })
  const file = raisedAlerts(dir.alertsFile)
  expect(file.read()).toEqual({ raised: [], awakeSinceMs: null })
  const quiet = { id: 'a', kind: 'mac_quiet' as const, plugin: null, webhook: null, sinceMs: 1, reason: null }
  file.write({ raised: [quiet], awakeSinceMs: 2 })
  expect(raisedAlerts(dir.alertsFile).read()).toEqual({ raised: [quiet], awakeSinceMs: 2 })
})
