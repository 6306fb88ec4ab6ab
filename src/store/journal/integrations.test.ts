import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testFolders } from '../test-folder.ts'
import { journalIntegrations } from './integrations.ts'
import { openJournal } from './open.ts'

const folderOfTest = testFolders(onTestFinished)

test('a plugin with a damaged manifest is listed without it', () => {
  const { db } = openJournal(join(folderOfTest(), 'journal.db'))
  onTestFinished(() => db.close())
  const integrations = journalIntegrations(db)
  const plugin = { name: 'webhook', tier: 'official', status: 'running', lastError: null }
  integrations.put({ ...plugin, manifest: { version: 1 } }, 0)
  expect(integrations.list()).toEqual([{ ...plugin, manifest: { version: 1 } }])
  db.exec(`UPDATE integration SET manifest = '{"version" 1}'`)
  expect(integrations.list()).toEqual([{ ...plugin, manifest: {} }])
})
