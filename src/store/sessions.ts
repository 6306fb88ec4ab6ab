/** state/sessions.db: browsers that are signed in. What their cookies hold cannot be read out of it. */
import { createHash, randomBytes } from 'node:crypto'
import { maxSessions, type SessionTimes, sessionLifeMs } from '../domain/access/session-life.ts'
import { openSqlite, type SqliteFile } from './sqlite-file.ts'

export interface BrowserSession extends SessionTimes {
  /** Names it; opens nothing. */
  id: string
  createdMs: number
  /** What the browser calls itself. */
  browser: string
  /** Of the password it was begun with: another password ends it. */
  passwordMark: string
  /** It was begun over https, so its cookie never goes over http. */
  isSecure: boolean
}

export type NewSession = Pick<BrowserSession, 'browser' | 'passwordMark' | 'isSecure'>

export interface Sessions {
  /** The token is the value of the cookie and is kept nowhere else. */
  begin(session: NewSession, nowMs: number): { id: string; token: string }
  ofToken(token: string): BrowserSession | undefined
  ofId(id: string): BrowserSession | undefined
  /** Moves its end. */
  seen(id: string, nowMs: number): void
  /** Last seen first. */
  list(): BrowserSession[]
  /** False when there is none. */
  end(id: string): boolean
  endAllBut(id: string | null): void
  close(): void
}

const migrations = [
  `CREATE TABLE session (
    id TEXT PRIMARY KEY,
    token_sha256 BLOB NOT NULL UNIQUE,
    created_ms INTEGER NOT NULL,
    last_seen_ms INTEGER NOT NULL,
    expires_ms INTEGER NOT NULL,
    browser TEXT NOT NULL,
    password_mark TEXT NOT NULL,
    is_secure INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`,
]

const columns = `id, created_ms AS createdMs, last_seen_ms AS lastSeenMs, expires_ms AS expiresMs, browser,
  password_mark AS passwordMark, is_secure AS isSecure`

const sql = {
  begin: `INSERT INTO session (id, token_sha256, created_ms, last_seen_ms, expires_ms, browser, password_mark, is_secure)
    VALUES (:id, :hash, :nowMs, :nowMs, :expiresMs, :browser, :passwordMark, :isSecure)`,
  dropOver: 'DELETE FROM session WHERE expires_ms <= ?',
  dropSurplus: `DELETE FROM session WHERE id IN
    (SELECT id FROM session ORDER BY last_seen_ms DESC, created_ms DESC LIMIT -1 OFFSET ${maxSessions - 1})`,
  ofToken: `SELECT ${columns} FROM session WHERE token_sha256 = ?`,
  ofId: `SELECT ${columns} FROM session WHERE id = ?`,
  seen: 'UPDATE session SET last_seen_ms = :nowMs, expires_ms = :expiresMs WHERE id = :id',
  list: `SELECT ${columns} FROM session ORDER BY last_seen_ms DESC, created_ms DESC`,
  end: 'DELETE FROM session WHERE id = ?',
  endAllBut: 'DELETE FROM session WHERE id IS NOT ?',
}

const tokenBytes = 32
const idBytes = 8
const maxBrowserLength = 200

export function openSessions({ path, onQuarantine }: Pick<SqliteFile, 'path' | 'onQuarantine'>): Sessions {
  const { db } = openSqlite({ path, migrations, synchronous: 'FULL', onQuarantine })
  const [begin, dropOver, dropSurplus] = [db.prepare(sql.begin), db.prepare(sql.dropOver), db.prepare(sql.dropSurplus)]
  const [ofToken, ofId, list] = [db.prepare(sql.ofToken), db.prepare(sql.ofId), db.prepare(sql.list)]
  const [seen, end, endAllBut] = [db.prepare(sql.seen), db.prepare(sql.end), db.prepare(sql.endAllBut)]
  return {
    begin({ browser, passwordMark, isSecure }, nowMs) {
      const [id, token] = [randomBytes(idBytes).toString('hex'), randomBytes(tokenBytes).toString('base64url')]
      dropOver.run(nowMs)
      // Before and not after, so that the new one is never the one that goes, whatever the clock says.
      dropSurplus.run()
      const row = { id, hash: hashOf(token), nowMs, expiresMs: nowMs + sessionLifeMs, passwordMark }
      begin.run({ ...row, browser: inOneLine(browser), isSecure: Number(isSecure) })
      return { id, token }
    },
    ofToken: (token) => sessionIn(ofToken.get(hashOf(token))),
    ofId: (id) => sessionIn(ofId.get(id)),
    seen: (id, nowMs) => void seen.run({ id, nowMs, expiresMs: nowMs + sessionLifeMs }),
    list: () => list.all().flatMap((row) => sessionIn(row) ?? []),
    end: (id) => end.run(id).changes === 1,
    endAllBut: (id) => void endAllBut.run(id),
    close: () => db.close(),
  }
}

const hashOf = (token: string): Uint8Array => createHash('sha256').update(token).digest()

const inOneLine = (browser: string): string => browser.replace(/\p{C}/gu, '').slice(0, maxBrowserLength)

const sessionIn = (row: object | undefined): BrowserSession | undefined =>
  row && { ...(row as BrowserSession), isSecure: (row as { isSecure: number }).isSecure === 1 }
