/** Fills the journal of a home with deliveries of its messages, as a service that has run for long keeps them. */
import { DatabaseSync } from 'node:sqlite'
import { chatDbPath } from '../../../simulator/paths.ts'
import { openJournal } from '../../../src/store/journal/open.ts'
import { dirOf } from '../../../test/harness/bridge-process.ts'

const minuteMs = 60_000

/** One of a thousand deliveries failed. */
const sql = {
  messages: 'SELECT ROWID AS rowid, guid FROM message ORDER BY ROWID LIMIT ?',
  inbox: `INSERT OR IGNORE INTO inbox (guid, twin_key, src_rowid, conversation, sent_at_ms, lane, outcome, accepted_at_ms)
    VALUES (:guid, x'00', :rowid, :conversation, :atMs, 'relayed', 'relayed', :atMs)`,
  delivery: `INSERT INTO delivery (id, integration, guid, conversation, state, attempts, created_at_ms, settled_at_ms, duration_ms, last_error)
    VALUES (:id, 'webhook', :guid, :conversation, :state, 1, :atMs, :atMs, 12, :error)`,
}

export function fillDeliveries(home: string, count: number): void {
  const messages = new DatabaseSync(chatDbPath(home), { readOnly: true })
  const { db } = openJournal(dirOf(home).journalFile)
  const [inbox, delivery] = [db.prepare(sql.inbox), db.prepare(sql.delivery)]
  const rows = messages.prepare(sql.messages).all(count)
  const firstMs = Date.now() - rows.length * minuteMs
  db.exec('BEGIN')
  rows.forEach(({ rowid, guid }, index) => {
    const about = { guid: String(guid), conversation: `dm:${index % 500}`, atMs: firstMs + index * minuteMs }
    const hasFailed = index % 1_000 === 0
    inbox.run({ ...about, rowid: Number(rowid) })
    delivery.run({
      ...about,
      id: `delivery-${index}`,
      ...(hasFailed ? { state: 'dead', error: 'connection refused' } : { state: 'acked', error: null }),
    })
  })
  db.exec('COMMIT')
  db.close()
  messages.close()
}
