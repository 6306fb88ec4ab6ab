/** Keeps state/sessions.db: browser sessions. The values of their cookies cannot be read from it. */
import { createHash, randomBytes } from 'node:crypto'
import { maxSessions, type SessionTimes, sessionLifeMs } from '../domain/access/session-life.ts'
import { openSqlite, type SqliteFile } from './sqlite-file.ts'

export interface BrowserSession extends SessionTimes {
  /** Names the session; grants no access. */
  id: string
  createdMs: number
  /** The browser's name for itself. */
  browser: string
  /** Identifies the password the session began with: another password ends the session. */
  passwordMark: string
  /** The session began over https, so its cookie is never sent over http. */
  isSecure: boolean
}

export type NewSession = Pick<BrowserSession, 'browser' | 'passwordMark' | 'isSecure'>

export interface Sessions {
  /** The token is the value of the cookie and is stored nowhere else. */
  begin(session: NewSession, nowMs: number): { id: string; token: string }
  ofToken(token: string): BrowserSession | undefined
  ofId(id: string): BrowserSession | undefined
  /** Extends the session. */
  seen(id: string, nowMs: number): void
  /** Last seen first. */
  list(): BrowserSession[]
  /** Returns false when there is no such session. */
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
      // Drops before it inserts, so that the new session is never the one dropped, whatever the clock shows.
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
