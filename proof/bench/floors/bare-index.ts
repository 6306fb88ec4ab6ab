/** Provides the floor of searching: an FTS5 table of the same texts, and the rows of its hits. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { chatDbPath } from '../../../simulator/paths.ts'
import { decodeText } from '../../../src/apple/message-body.ts'
import { dirOf } from '../../../test/harness/bridge-process.ts'

const pathIn = (home: string): string => join(dirOf(home).base, 'bare-fts.db')

/** Returns the milliseconds for reading, decoding and indexing every text in one transaction. */
export async function makeBareIndex(home: string): Promise<number> {
  const startMs = performance.now()
  using source = new DatabaseSync(chatDbPath(home), { readOnly: true })
  using index = new DatabaseSync(pathIn(home))
  index.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
    CREATE VIRTUAL TABLE bare USING fts5(text, content = '', tokenize = 'unicode61'); BEGIN`)
  const insert = index.prepare('INSERT INTO bare (rowid, text) VALUES (?, ?)')
  const rows = source
    .prepare('SELECT ROWID AS rowid, text, attributedBody AS body FROM message ORDER BY ROWID')
    .iterate()
  for (const { rowid, text, body } of rows) {
    const decoded = body instanceof Uint8Array ? decodeText(body) : undefined
    insert.run(Number(rowid), decoded?.ok ? decoded.value : String(text ?? ''))
  }
  index.exec('COMMIT')
  return performance.now() - startMs
}

export interface BareSearch extends Disposable {
  /** Reads the rows of the newest hits. Returns how many there are. */
  find(query: string, limit: number): number
}

export function bareSearch(home: string): BareSearch {
  const index = new DatabaseSync(pathIn(home), { readOnly: true })
  const source = new DatabaseSync(chatDbPath(home), { readOnly: true })
  const hits = index.prepare('SELECT rowid FROM bare WHERE bare MATCH ? ORDER BY rowid DESC LIMIT ?')
  const rows = source.prepare('SELECT * FROM message WHERE ROWID IN (SELECT value FROM json_each(?))')
  rows.setReadBigInts(true)
  return {
    find: (query, limit) => rows.all(JSON.stringify(hits.all(query, limit).map(({ rowid }) => rowid))).length,
    [Symbol.dispose]() {
      index.close()
      source.close()
    },
  }
}
