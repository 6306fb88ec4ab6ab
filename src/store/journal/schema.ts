/**
 * Declares the tables of state/journal.db, as numbered migrations. The journal is the authority for the cursor and
 * every delivery.
 */

/** Applied in order, each in its own transaction; `PRAGMA user_version` counts them. */
export const migrations: readonly string[] = [
  `
  -- cursor and its kin: one row each, values as text
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID, STRICT;

  -- what happened in Messages, in order; the event streams read it
  CREATE TABLE event (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    type TEXT NOT NULL,
    chat_guid TEXT NOT NULL,
    rowid_of_message INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    payload TEXT NOT NULL
  ) STRICT;

  -- every row of Messages that was taken in: why it was (not) relayed, its identity against repeats, its payload while needed
  CREATE TABLE inbox (
    guid TEXT PRIMARY KEY,
    twin_key BLOB NOT NULL,
    src_rowid INTEGER NOT NULL,
    conversation TEXT,
    sent_at_ms INTEGER NOT NULL,
    lane TEXT NOT NULL CHECK (lane IN ('relayed', 'history', 'skipped')),
    outcome TEXT NOT NULL,
    payload TEXT,
    accepted_at_ms INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX inbox_twin ON inbox (twin_key, sent_at_ms);

  -- one message for one integration
  CREATE TABLE delivery (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    integration TEXT NOT NULL,
    guid TEXT NOT NULL,
    conversation TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'acked', 'dead', 'skipped')),
    attempts INTEGER NOT NULL DEFAULT 0,
    crashes INTEGER NOT NULL DEFAULT 0,
    next_at_ms INTEGER NOT NULL DEFAULT 0,
    created_at_ms INTEGER NOT NULL,
    settled_at_ms INTEGER,
    last_error TEXT,
    UNIQUE (guid, integration)
  ) STRICT;
  CREATE INDEX delivery_pending ON delivery (integration, seq, conversation, next_at_ms) WHERE state = 'pending';
  CREATE INDEX delivery_lane ON delivery (integration, conversation, seq) WHERE state = 'pending';
  CREATE INDEX delivery_dead ON delivery (integration, seq) WHERE state = 'dead';
  CREATE INDEX delivery_settled ON delivery (settled_at_ms) WHERE settled_at_ms IS NOT NULL;

  -- opaque conversation ids, kept for ever
  CREATE TABLE conversation (
    id TEXT PRIMARY KEY,
    plugin TEXT NOT NULL,
    conversation TEXT NOT NULL,
    UNIQUE (plugin, conversation)
  ) STRICT, WITHOUT ROWID;

  -- rows seen but not complete: no chat or no text yet
  CREATE TABLE waiting (
    src_rowid INTEGER PRIMARY KEY,
    guid TEXT NOT NULL,
    first_seen_ms INTEGER NOT NULL
  ) STRICT;

  -- what recent rows looked like, so that a change of one is seen, also one made while the bridge was down
  CREATE TABLE seen (
    src_rowid INTEGER PRIMARY KEY,
    guid TEXT NOT NULL,
    sent_at_ms INTEGER NOT NULL,
    signature TEXT NOT NULL,
    look TEXT NOT NULL
  ) STRICT;
  CREATE INDEX seen_sent ON seen (sent_at_ms);

  -- the plugins as the bridge last knew them, for whoever asks from another process
  CREATE TABLE integration (
    name TEXT PRIMARY KEY,
    tier TEXT NOT NULL,
    status TEXT NOT NULL,
    last_error TEXT,
    -- JSON: what the plugin says of itself, for whoever lists plugins
    manifest TEXT NOT NULL DEFAULT '{}',
    -- the runner's process: pid and its start time as ps prints it, to recognise it after a crash of the bridge
    pid INTEGER,
    pid_started TEXT,
    at_ms INTEGER NOT NULL
  ) STRICT;
  `,
  `
  -- each time that a message fulfilled the conditions of a rule, and what came of it
  CREATE TABLE rule_firing (
    id TEXT PRIMARY KEY,
    rule TEXT NOT NULL,
    guid TEXT NOT NULL,
    conversation TEXT NOT NULL,
    action TEXT NOT NULL CHECK (action IN ('webhook', 'auto_reply')),
    state TEXT NOT NULL CHECK (state IN ('pending', 'claimed', 'done', 'failed', 'expired', 'held_back')),
    -- why it was held back, failed or expired
    reason TEXT,
    -- JSON: what is to be posted or answered; null once that is over
    request TEXT,
    attempts INTEGER NOT NULL DEFAULT 0,
    next_at_ms INTEGER NOT NULL DEFAULT 0,
    expires_at_ms INTEGER NOT NULL,
    fired_at_ms INTEGER NOT NULL,
    settled_at_ms INTEGER,
    UNIQUE (guid, rule)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX rule_firing_cooldown ON rule_firing (rule, conversation, fired_at_ms) WHERE state <> 'held_back';
  CREATE INDEX rule_firing_answers ON rule_firing (conversation, fired_at_ms)
    WHERE action = 'auto_reply' AND state <> 'held_back';
  CREATE INDEX rule_firing_pending ON rule_firing (action, next_at_ms) WHERE state = 'pending';
  CREATE INDEX rule_firing_fired ON rule_firing (fired_at_ms);
  -- for whoever asks about a message by its ROWID
  CREATE INDEX inbox_src ON inbox (src_rowid);

  -- outlasts the firings themselves
  CREATE TABLE rule_count (
    rule TEXT PRIMARY KEY,
    fired_count INTEGER NOT NULL,
    last_fired_at_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- how long the attempt took with which the delivery was last settled, in milliseconds; null where that is not known
  ALTER TABLE delivery ADD COLUMN duration_ms INTEGER;

  -- attempts that failed; that of a delivered message is in its delivery
  CREATE TABLE delivery_attempt (
    delivery TEXT NOT NULL,
    attempt INTEGER NOT NULL,
    ended_at_ms INTEGER NOT NULL,
    duration_ms INTEGER,
    error TEXT NOT NULL,
    -- null where none followed
    next_at_ms INTEGER,
    PRIMARY KEY (delivery, attempt)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER delivery_forgotten AFTER DELETE ON delivery BEGIN
    DELETE FROM delivery_attempt WHERE delivery = old.id;
  END;
  `,
]
