/** echo_log.db: the ledger of what we sent, so that it is not relayed as news when Messages shows it to us again. */
import { createHash, randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { ConversationKey, MessageGuid, RowId } from '../contract/ids.ts'
import { openSqlite, type SqliteFile } from './sqlite-file.ts'

export interface Sending {
  conversation: ConversationKey
  kind: 'text' | 'file'
  /** Null for a file without words. */
  text: string | null
  createdAtMs: number
}

/** The row of Messages that a sending became. */
interface Landing {
  guid: MessageGuid
  rowid: RowId
}

/** A row of Messages that may be an echo. */
export interface PossibleEcho {
  conversation: ConversationKey
  guid: MessageGuid
  text: string | null
  sentAtMs: number
  isFromMe: boolean
  /** In a conversation with oneself each message appears twice: once as sent, once as received. */
  isSelfChat: boolean
}

export interface EchoLog {
  /** Before the sending is handed over, so that a crash in between leaves a trace. Returns its id. */
  record(sending: Sending): string
  landed(id: string, landing: Landing): void
  /** It did not go: a row that looks like it is somebody's own. */
  failed(id: string): void
  /** The same answer for the same guid, however often it is asked. */
  sentByUs(row: PossibleEcho): boolean
  close(): void
}

const migrations = [
  `
  CREATE TABLE sending (
    id TEXT PRIMARY KEY,
    conversation TEXT NOT NULL,
    kind TEXT NOT NULL,
    body_hash BLOB NOT NULL,
    created_at_ms INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'handed_over' CHECK (state IN ('handed_over', 'landed', 'failed')),
    rowid_of_message INTEGER,
    guid TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sending_body ON sending (conversation, body_hash, created_at_ms);
  CREATE INDEX sending_created ON sending (created_at_ms);

  -- the rows that were recognised as ours: of each sending at most one as sent and one as received
  CREATE TABLE echo (
    guid TEXT PRIMARY KEY,
    sending TEXT NOT NULL REFERENCES sending (id) ON DELETE CASCADE,
    is_from_me INTEGER NOT NULL,
    UNIQUE (sending, is_from_me)
  ) STRICT, WITHOUT ROWID;
  `,
]

/** Clocks differ, and a message may wait for the network before Messages writes it. */
const rowBeforeSendingMs = 60_000
const rowAfterSendingMs = 10 * 60_000
const keptMs = 7 * 86_400_000

const sql = {
  forget: 'DELETE FROM sending WHERE created_at_ms < ?',
  record: `INSERT INTO sending (id, conversation, kind, body_hash, created_at_ms)
    VALUES (:id, :conversation, :kind, :hash, :createdAtMs)`,
  landed: "UPDATE sending SET state = 'landed', guid = :guid, rowid_of_message = :rowid WHERE id = :id",
  landedEcho: 'INSERT OR REPLACE INTO echo (guid, sending, is_from_me) VALUES (:guid, :id, 1)',
  failed: "UPDATE sending SET state = 'failed' WHERE id = ?",
  known: 'SELECT 1 FROM echo WHERE guid = ?',
  claim: `INSERT INTO echo (guid, sending, is_from_me)
    SELECT :guid, id, :isFromMe FROM sending
      WHERE conversation = :conversation AND body_hash = :hash AND state <> 'failed'
        AND created_at_ms BETWEEN :earliestMs AND :latestMs
        AND NOT EXISTS (SELECT 1 FROM echo WHERE sending = id AND is_from_me = :isFromMe)
      ORDER BY created_at_ms LIMIT 1`,
}

export function openEchoLog({ path, onQuarantine }: Pick<SqliteFile, 'path' | 'onQuarantine'>): EchoLog {
  const { db } = openSqlite({ path, migrations, synchronous: 'FULL', onQuarantine })
  const recognise = echoRecogniser(db)
  const statement = (name: keyof typeof sql) => db.prepare(sql[name])
  const [forget, record, failed] = [statement('forget'), statement('record'), statement('failed')]
  const [landed, landedEcho] = [statement('landed'), statement('landedEcho')]
  return {
    record({ conversation, kind, text, createdAtMs }) {
      const id = randomUUID()
      forget.run(createdAtMs - keptMs)
      record.run({ id, conversation, kind, hash: bodyHash(text), createdAtMs })
      return id
    },
    landed(id, { guid, rowid }) {
      landed.run({ id, guid, rowid })
      landedEcho.run({ id, guid })
    },
    failed: (id) => void failed.run(id),
    // Elsewhere a received row is another person's, even if it repeats our words.
    sentByUs: (row) => (row.isFromMe || row.isSelfChat) && recognise(row),
    close: () => db.close(),
  }
}

function echoRecogniser(db: DatabaseSync): (row: PossibleEcho) => boolean {
  const known = db.prepare(sql.known)
  const claim = db.prepare(sql.claim)
  return ({ conversation, guid, text, sentAtMs, isFromMe }) => {
    if (known.get(guid)) return true
    const window = { earliestMs: sentAtMs - rowAfterSendingMs, latestMs: sentAtMs + rowBeforeSendingMs }
    const row = { guid, conversation, hash: bodyHash(text), isFromMe: Number(isFromMe) }
    return claim.run({ ...row, ...window }).changes === 1
  }
}

const attachmentMark = /\ufffc/g

function bodyHash(text: string | null): Uint8Array {
  const body = (text ?? '').replace(attachmentMark, '').replaceAll('\r\n', '\n').normalize('NFC').trim()
  return createHash('sha256').update(body).digest()
}
