/** The tables of echo_log.db, as numbered migrations. */

/**
 * Applied in order, each in its own transaction; `PRAGMA user_version` counts them. Append to this list, and never
 * change an entry.
 */
export const migrations: readonly string[] = [
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
  `
  DROP TABLE echo;
  DROP TABLE sending;

  -- what was asked for; the columns after expires_at_ms follow from its parts, for whoever asks what became of it
  CREATE TABLE send (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    key_hash BLOB UNIQUE,
    content_hash BLOB NOT NULL,
    conversation TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('text', 'file')),
    handle TEXT NOT NULL,
    asked_chat_guid TEXT,
    asked_service TEXT,
    created_at_ms INTEGER NOT NULL,
    expires_at_ms INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'queued',
    error_code TEXT,
    error_number INTEGER,
    chat_guid TEXT,
    service TEXT,
    sms_fallback INTEGER NOT NULL DEFAULT 0,
    rowid_of_message INTEGER,
    guid TEXT,
    updated_at_ms INTEGER NOT NULL,
    revision INTEGER NOT NULL UNIQUE
  ) STRICT;
  CREATE INDEX send_created ON send (created_at_ms);
  CREATE INDEX send_state ON send (state, seq);

  -- what one script can hand over
  CREATE TABLE part (
    send INTEGER NOT NULL REFERENCES send (seq) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('text', 'file')),
    -- the text, or the path of the file; null once nothing needs it any more
    content TEXT,
    file_name TEXT,
    -- the words as a row of Messages would show them
    body_hash BLOB NOT NULL,
    -- equal for what a recipient would call the same
    same_hash BLOB NOT NULL,
    asked_at_ms INTEGER NOT NULL,
    -- ready: has its turn; later, held: behind another part; fallback: has its turn, as SMS; out: handed over; dropped: never will be
    stage TEXT NOT NULL CHECK (stage IN ('ready', 'later', 'held', 'fallback', 'out', 'dropped')),
    fell_back INTEGER NOT NULL DEFAULT 0,
    dropped_as TEXT CHECK (dropped_as IN ('failed', 'uncertain')),
    error_code TEXT,
    error_number INTEGER,
    PRIMARY KEY (send, number)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX part_stage ON part (stage, send, number);
  CREATE INDEX part_content ON part (send) WHERE content IS NOT NULL;
  CREATE INDEX part_same ON part (same_hash, asked_at_ms);

  -- one run of a script, written before it starts
  CREATE TABLE handover (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    send INTEGER NOT NULL,
    part INTEGER NOT NULL,
    is_fallback INTEGER NOT NULL,
    service TEXT,
    -- as in its send and its part
    conversation TEXT NOT NULL,
    kind TEXT NOT NULL,
    body_hash BLOB NOT NULL,
    after_rowid INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    pid INTEGER,
    ended_at_ms INTEGER,
    ended_as TEXT CHECK (ended_as IN ('handed_over', 'abandoned', 'not_sent', 'uncertain', 'ghost')),
    error_number INTEGER,
    rowid_of_message INTEGER,
    guid TEXT,
    -- the row as last seen
    look_state TEXT,
    look_error INTEGER,
    look_service TEXT,
    look_chat_guid TEXT,
    failed_at_ms INTEGER,
    -- null once nothing more is expected of it
    followed_until_ms INTEGER,
    FOREIGN KEY (send, part) REFERENCES part (send, number) ON DELETE CASCADE
  ) STRICT;
  CREATE INDEX handover_part ON handover (send, part);
  CREATE INDEX handover_body ON handover (body_hash, at_ms);
  CREATE INDEX handover_running ON handover (id) WHERE ended_at_ms IS NULL;
  CREATE INDEX handover_followed ON handover (id, followed_until_ms) WHERE followed_until_ms IS NOT NULL;

  -- the rows that were recognised as ours: of each handover at most one as sent and one as received
  CREATE TABLE echo (
    guid TEXT PRIMARY KEY,
    handover INTEGER NOT NULL REFERENCES handover (id) ON DELETE CASCADE,
    is_from_me INTEGER NOT NULL,
    UNIQUE (handover, is_from_me)
  ) STRICT, WITHOUT ROWID;

  -- the one row of what belongs to no send: the last revision, and how many may be sent
  CREATE TABLE machine (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    revision INTEGER NOT NULL DEFAULT 0,
    tokens REAL,
    tokens_at_ms INTEGER
  ) STRICT;
  INSERT INTO machine (one) VALUES (1);
  `,
  `
  -- when it is to be sent; null for what was to be sent at once
  ALTER TABLE send ADD COLUMN send_at_ms INTEGER;
  -- scheduled: waits for that time; due: waits for the limit of messages in a minute; missed: waits for somebody to decide
  ALTER TABLE send ADD COLUMN hold TEXT CHECK (hold IN ('scheduled', 'due', 'missed'));
  CREATE INDEX send_held ON send (hold, send_at_ms, seq) WHERE hold IS NOT NULL;
  -- when a process last saw that something is due
  ALTER TABLE machine ADD COLUMN due_seen_at_ms INTEGER;
  `,
  `
  -- who asked for it: owner, key:<id>, rule:<id>, plugin:<name>; null for what was recorded before
  ALTER TABLE send ADD COLUMN asked_by TEXT;
  CREATE INDEX send_asked_by ON send (asked_by, created_at_ms);
  -- sends that wait for their owner, and how that ended; they expire with their send
  CREATE TABLE asking (
    send INTEGER PRIMARY KEY REFERENCES send (seq) ON DELETE CASCADE,
    key_label TEXT NOT NULL,
    -- what the program said about why; null once it was decided
    reason TEXT,
    -- over: cancelled, or given up with a restored backup; null while it waits
    ended_as TEXT CHECK (ended_as IN ('released', 'refused', 'expired', 'over')),
    ended_at_ms INTEGER
  ) STRICT;
  CREATE INDEX asking_open ON asking (send) WHERE ended_as IS NULL;
  `,
  `
  -- tells this ledger from another, which knows none of its idempotency keys
  ALTER TABLE machine ADD COLUMN id TEXT;
  UPDATE machine SET id = lower(hex(randomblob(16)));
  `,
]
