/**
 * Declares the tables of state/journal.db, as numbered migrations. The journal is the authority for the cursor and
 * every delivery.
 */

/**
 * Counts a settled delivery by its outcome and its duration. The steps grow with the duration, so that there are few of
 * them however many deliveries there are.
 */
const counted = {
  OUTCOME: (row: string) => `CASE WHEN ${row}.state = 'acked' THEN 'delivered'
    WHEN ${row}.state = 'dead' AND ${row}.is_test = 0 THEN 'failed'
    WHEN ${row}.state = 'skipped' AND ${row}.last_error = 'skipped by hand' THEN 'skipped'
    WHEN ${row}.state = 'skipped' AND ${row}.last_error LIKE 'dropped by %' THEN 'filter' END`,
  TOOK(row: string) {
    const ms = `max(0, ${row}.settled_at_ms - ${row}.created_at_ms)`
    const steps = [10, 50, 100, 500, 1_000, 5_000, 10_000, 50_000, 100_000, 500_000, 1_000_000]
    const widths = [1, 2, 5, 20, 50, 200, 500, 2_000, 5_000, 20_000, 50_000]
    const cases = steps.map((end, at) => `WHEN ${ms} < ${end} THEN ${ms} / ${widths[at]} * ${widths[at]}`)
    return `CASE ${cases.join(' ')} ELSE ${ms} / 200000 * 200000 END`
  },
}

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
  `
  -- made anew, since a message may now be delivered to a plugin more than once
  CREATE TABLE new_delivery (
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
    duration_ms INTEGER,
    -- 0 for the first delivery of a message to a plugin; those that a person asked for afterwards count on
    repeat INTEGER NOT NULL DEFAULT 0,
    -- whether the message is a test that a person sent to this plugin alone
    is_test INTEGER NOT NULL DEFAULT 0,
    -- whether a person wants it tried at once, and the bridge has not seen that yet
    is_wanted INTEGER NOT NULL DEFAULT 0,
    -- JSON: what the receiver of a test answered
    answer TEXT,
    -- grows with each change after which it is pending or skipped; null before the first
    change INTEGER,
    UNIQUE (guid, integration, repeat)
  ) STRICT;
  INSERT INTO new_delivery (seq, id, integration, guid, conversation, state, attempts, crashes, next_at_ms, created_at_ms,
      settled_at_ms, last_error, duration_ms)
    SELECT seq, id, integration, guid, conversation, state, attempts, crashes, next_at_ms, created_at_ms,
      settled_at_ms, last_error, duration_ms FROM delivery;
  -- the numbers of deliveries that were deleted are not given again
  DELETE FROM sqlite_sequence WHERE name = 'new_delivery';
  INSERT INTO sqlite_sequence (name, seq) SELECT 'new_delivery', seq FROM sqlite_sequence WHERE name = 'delivery';
  DROP TABLE delivery;
  ALTER TABLE new_delivery RENAME TO delivery;
  CREATE INDEX delivery_pending ON delivery (integration, seq, conversation, next_at_ms) WHERE state = 'pending';
  CREATE INDEX delivery_lane ON delivery (integration, conversation, seq) WHERE state = 'pending';
  CREATE INDEX delivery_dead ON delivery (integration, seq) WHERE state = 'dead';
  CREATE INDEX delivery_settled ON delivery (settled_at_ms) WHERE settled_at_ms IS NOT NULL;
  CREATE INDEX delivery_test ON delivery (integration, seq) WHERE is_test = 1 AND state = 'pending';
  CREATE INDEX delivery_wanted ON delivery (integration, seq) WHERE is_wanted = 1 AND state = 'pending';
  CREATE INDEX delivery_change ON delivery (change) WHERE change IS NOT NULL;

  -- what a plugin was handed, as JSON, where a transform had changed the message; otherwise it follows from the payload
  CREATE TABLE handed (delivery TEXT PRIMARY KEY, message TEXT NOT NULL) WITHOUT ROWID, STRICT;
  CREATE TRIGGER delivery_forgotten AFTER DELETE ON delivery BEGIN
    DELETE FROM delivery_attempt WHERE delivery = old.id;
    DELETE FROM handed WHERE delivery = old.id;
  END;
  CREATE TRIGGER text_forgotten AFTER UPDATE OF payload ON inbox WHEN new.payload IS NULL BEGIN
    DELETE FROM handed WHERE delivery IN (SELECT id FROM delivery WHERE guid = old.guid);
  END;
  CREATE TRIGGER message_forgotten AFTER DELETE ON inbox BEGIN
    DELETE FROM handed WHERE delivery IN (SELECT id FROM delivery WHERE guid = old.guid);
  END;

  -- the newest change of a delivery, so that readers see changes that neither seq nor settled_at_ms shows
  CREATE TABLE delivery_changes (newest INTEGER NOT NULL) STRICT;
  INSERT INTO delivery_changes VALUES (0);
  CREATE TRIGGER delivery_changed AFTER UPDATE OF state, attempts, next_at_ms ON delivery
    WHEN new.state IN ('pending', 'skipped') BEGIN
    UPDATE delivery_changes SET newest = newest + 1;
    UPDATE delivery SET change = (SELECT newest FROM delivery_changes) WHERE seq = new.seq;
  END;
  `,
  `
  -- the state as people see it, of which deliveries are listed; it takes no room but in its index
  ALTER TABLE delivery ADD COLUMN progress TEXT AS (CASE state WHEN 'acked' THEN 'delivered' WHEN 'dead' THEN 'failed'
    WHEN 'skipped' THEN 'filtered' ELSE iif(attempts = 0, 'queued', 'retrying') END) VIRTUAL;
  -- one for each way of filtering the list: every index keeps the order of seq; few deliveries of many may have a state,
  -- so that the other filters are asked of its index, too. The condition is always true: a query that does not state it,
  -- as those for what is pending, cannot take an index of what is settled
  CREATE INDEX delivery_by_progress ON delivery (progress, seq, integration, conversation);
  CREATE INDEX delivery_by_plugin ON delivery (integration, seq) WHERE seq > 0;
  CREATE INDEX delivery_by_conversation ON delivery (conversation, seq) WHERE seq > 0;
  CREATE INDEX delivery_by_time ON delivery (created_at_ms, seq) WHERE seq > 0;
  `,
  `
  -- what came in and what became of deliveries, counted for each quarter of an hour as it is written, so that no count
  -- reads the deliveries themselves, and they need not be kept for it. Quarters make up the hours and days of every time zone
  CREATE TABLE message_traffic (
    -- since 1970
    quarter INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    -- of whom, where the message was relayed; otherwise empty
    conversation TEXT NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (quarter, outcome, conversation)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE delivery_traffic (
    quarter INTEGER NOT NULL,
    integration TEXT NOT NULL,
    outcome TEXT NOT NULL CHECK (outcome IN ('delivered', 'failed', 'filter', 'skipped')),
    -- from the acceptance of the message to its acknowledgement, to about a twentieth; 0 for what was not delivered
    took_ms INTEGER NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (quarter, integration, outcome, took_ms)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE last_delivery (integration TEXT PRIMARY KEY, delivered_at_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TRIGGER message_counted AFTER INSERT ON inbox WHEN new.lane <> 'history' BEGIN
    INSERT INTO message_traffic (quarter, outcome, conversation, n)
      VALUES (new.accepted_at_ms / 900000, new.outcome, iif(new.lane = 'relayed', coalesce(new.conversation, ''), ''), 1)
      ON CONFLICT (quarter, outcome, conversation) DO UPDATE SET n = n + 1;
  END;
  CREATE TRIGGER delivered_counted AFTER UPDATE OF state ON delivery
    WHEN new.state = 'acked' AND old.state <> 'acked' AND new.settled_at_ms IS NOT NULL BEGIN
    INSERT INTO delivery_traffic (quarter, integration, outcome, took_ms, n)
      VALUES (new.settled_at_ms / 900000, new.integration, 'delivered', TOOK(new), 1)
      ON CONFLICT (quarter, integration, outcome, took_ms) DO UPDATE SET n = n + 1;
    INSERT INTO last_delivery (integration, delivered_at_ms) VALUES (new.integration, new.settled_at_ms)
      ON CONFLICT (integration) DO UPDATE SET delivered_at_ms = max(delivered_at_ms, excluded.delivered_at_ms);
  END;
  CREATE TRIGGER undelivered_counted AFTER UPDATE OF state ON delivery
    WHEN new.state IN ('dead', 'skipped') AND old.state <> new.state AND new.settled_at_ms IS NOT NULL AND OUTCOME(new) IS NOT NULL BEGIN
    INSERT INTO delivery_traffic (quarter, integration, outcome, took_ms, n)
      VALUES (new.settled_at_ms / 900000, new.integration, OUTCOME(new), 0, 1)
      ON CONFLICT (quarter, integration, outcome, took_ms) DO UPDATE SET n = n + 1;
  END;
  -- what failed is tried again, or skipped
  CREATE TRIGGER failed_uncounted AFTER UPDATE OF state ON delivery
    WHEN old.state = 'dead' AND new.state <> 'dead' AND old.is_test = 0 AND old.settled_at_ms IS NOT NULL BEGIN
    UPDATE delivery_traffic SET n = n - 1 WHERE quarter = old.settled_at_ms / 900000 AND integration = old.integration
      AND outcome = 'failed' AND took_ms = 0 AND n > 0;
  END;

  -- counting begins with the oldest delivery that is kept: what came in before it was delivered, too, and nobody knows where to
  INSERT INTO delivery_traffic (quarter, integration, outcome, took_ms, n)
    SELECT settled_at_ms / 900000, integration, OUTCOME(delivery), iif(state = 'acked', TOOK(delivery), 0), count(*) FROM delivery
    WHERE OUTCOME(delivery) IS NOT NULL AND settled_at_ms >=
      (SELECT settled_at_ms FROM delivery WHERE settled_at_ms IS NOT NULL AND state <> 'dead' ORDER BY settled_at_ms LIMIT 1)
    GROUP BY 1, 2, 3, 4;
  INSERT INTO message_traffic (quarter, outcome, conversation, n)
    SELECT accepted_at_ms / 900000, outcome, iif(lane = 'relayed', coalesce(conversation, ''), ''), count(*) FROM inbox
    WHERE lane <> 'history' AND accepted_at_ms >= coalesce(
      (SELECT created_at_ms FROM delivery WHERE settled_at_ms IS NOT NULL AND state <> 'dead' ORDER BY settled_at_ms LIMIT 1), 0)
    GROUP BY 1, 2, 3;
  INSERT INTO last_delivery (integration, delivered_at_ms)
    SELECT integration, max(settled_at_ms) FROM delivery WHERE state = 'acked' AND settled_at_ms IS NOT NULL GROUP BY integration;

  -- made anew with what is asked of what waits and of what failed, so that they answer alone
  DROP INDEX delivery_pending;
  CREATE INDEX delivery_pending ON delivery (integration, seq, conversation, next_at_ms, attempts, is_test) WHERE state = 'pending';
  DROP INDEX delivery_dead;
  CREATE INDEX delivery_dead ON delivery (integration, seq, settled_at_ms, is_test) WHERE state = 'dead';
  `.replace(/(TOOK|OUTCOME)\((\w+)\)/g, (_, what: 'TOOK' | 'OUTCOME', row: string) => counted[what](row)),
  `
  -- the status that the receiver answered, such as 200 for HTTP: to the last attempt, and to each that failed; null where none is known
  ALTER TABLE delivery ADD COLUMN answer_status INTEGER;
  ALTER TABLE delivery_attempt ADD COLUMN answer_status INTEGER;
  `,
  `
  -- what is delivered is counted once for all deliveries of a transaction, instead of once for each
  DROP TRIGGER delivered_counted;
  `,
  `
  -- tells this journal from one that was begun anew, whose events count from the beginning again
  INSERT INTO meta (key, value) VALUES ('id', lower(hex(randomblob(16))));
  `,
]
