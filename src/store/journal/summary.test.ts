import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { MessageGuid, RowId } from '../../contract/ids.ts'
import { testFolders } from '../test-folder.ts'
import { journalIntegrations } from './integrations.ts'
import { openJournal } from './open.ts'
import { readJournalSummary } from './summary.ts'
import { ingestInto, pageOf, relayed, skipped, toIntegrations } from './test-journal.ts'

const folderOfTest = testFolders(onTestFinished)

function journalFile() {
  const path = join(folderOfTest(), 'journal.db')
  const { db } = openJournal(path)
  onTestFinished(() => db.close())
  return { path, db }
}

test('a new journal counts nothing', () => {
  expect(readJournalSummary(journalFile().path)).toEqual({
    integrations: [],
    messages: { relayed: 0, history: 0, skipped: 0 },
    waiting: 0,
  })
})

test('messages are counted by lane, deliveries by integration and state', () => {
  const { path, db } = journalFile()
  const rows = [relayed(1), relayed(2), relayed(3), skipped(4, 'junk'), skipped(5, 'history', { lane: 'history' })]
  const waiting = [{ rowid: 6 as RowId, guid: 'guid-6' as MessageGuid }]
  ingestInto(db).commit(pageOf(rows, { waiting }), toIntegrations('hook'))
  db.exec(
    `UPDATE delivery SET state = 'dead' WHERE guid = 'guid-1'; UPDATE delivery SET state = 'acked' WHERE guid = 'guid-2'`,
  )
  const plugin = { tier: 'official', status: 'running', lastError: null, manifest: {} }
  const retrying = { waiting_for: 'receiver', next_attempt_at: '2026-01-02T03:04:05.000Z' }
  const idle = { waiting_for: null, next_attempt_at: null }
  const refused = { status: 'waiting', lastError: 'refused', manifest: retrying }
  journalIntegrations(db).put({ name: 'hook', ...plugin, ...refused }, 0)
  journalIntegrations(db).put({ name: 'idle', ...plugin }, 0)
  const figures = {
    queued: 0,
    retrying: 0,
    delivered_today: 0,
    failed_today: 0,
    last_delivered_at: null,
    failing_since: null,
  }
  expect(readJournalSummary(path)).toEqual({
    integrations: [
      {
        name: 'hook',
        display_name: 'hook',
        tier: 'official',
        status: 'waiting',
        ...retrying,
        last_error: 'refused',
        pending: 1,
        dead: 1,
        ...figures,
        queued: 1,
      },
      {
        name: 'idle',
        display_name: 'idle',
        tier: 'official',
        status: 'running',
        ...idle,
        last_error: null,
        pending: 0,
        dead: 0,
        ...figures,
      },
    ],
    messages: { relayed: 3, history: 1, skipped: 1 },
    waiting: 1,
  })
})
