/** Lists the tables of the hub as numbered migrations. Append to this list, and never change an entry. */
import { locks } from './locks.ts'

/** The SQL for `handleLookupKey`, as far as addresses in Messages need it. */
const lookupKey = (handle: string): string =>
  `CASE WHEN ${handle} ~ '^[+]?\\d{7,}$' THEN right(${handle}, 7) ELSE lower(${handle}) END`

/** A quarter of an hour: in every time zone, hours begin at a multiple of it. */
export const tallyQuarterMs = 900_000

/**
 * The contribution of messages to the counts of their conversations, each counted once and as conversations show it.
 */
const countedOf = (rows: string, sign: 1 | -1): string =>
  `SELECT m.conversation, m.sent_ms / ${tallyQuarterMs} AS quarter,
      CASE WHEN c.is_group AND (m.more->>'is_from_me') IS DISTINCT FROM 'true' THEN coalesce(m.more->>'handle', '') ELSE '' END AS writer,
      CASE WHEN m.more->>'is_from_me' = 'true' THEN ${sign} ELSE 0 END AS sent,
      CASE WHEN m.more->>'is_from_me' = 'true' THEN 0 ELSE ${sign} END AS received
    FROM ${rows} m LEFT JOIN conversation c ON c.id = m.conversation
    WHERE NOT m.is_gone AND (m.more->>'kind') IS DISTINCT FROM 'system'`

/** Counts conversations in the order of their ids, so that two sessions that count the same ones cannot deadlock. */
const addCounted = (counted: string): string =>
  `INSERT INTO tally AS t (conversation, quarter, writer, sent, received)
    SELECT conversation, quarter, writer, sum(sent), sum(received) FROM (${counted}) counted
      GROUP BY 1, 2, 3 HAVING sum(sent) <> 0 OR sum(received) <> 0 ORDER BY 1, 2, 3
    ON CONFLICT (conversation, quarter, writer)
      DO UPDATE SET sent = t.sent + excluded.sent, received = t.received + excluded.received`

/**
 * Four weeks: people are counted for each of these, because quarters of an hour would need a row for nearly every
 * message.
 */
export const tallySpanQuarters = 4 * 7 * 96

/**
 * Adds to the counts of quarters and to the sums over them. Each session has its own rows of `tally_all`: sessions that
 * store messages of the same quarter would otherwise wait for each other.
 */
const addCountedThrice = (counted: string): string => {
  const adding = 'DO UPDATE SET sent = t.sent + excluded.sent, received = t.received + excluded.received'
  return `WITH counted AS MATERIALIZED (
      SELECT conversation, quarter, writer, sum(sent) AS sent, sum(received) AS received FROM (${counted}) counted
        GROUP BY 1, 2, 3 HAVING sum(sent) <> 0 OR sum(received) <> 0),
    of_quarters AS (
      INSERT INTO tally AS t (conversation, quarter, writer, sent, received)
        SELECT conversation, quarter, writer, sent, received FROM counted ORDER BY 1, 2, 3
        ON CONFLICT (conversation, quarter, writer) ${adding}),
    of_spans AS (
      INSERT INTO tally_span AS t (conversation, span, writer, sent, received)
        SELECT conversation, quarter / ${tallySpanQuarters}, writer, sum(sent), sum(received) FROM counted
          GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
        ON CONFLICT (conversation, span, writer) ${adding})
    INSERT INTO tally_all AS t (quarter, session, sent, received)
      SELECT quarter, pg_backend_pid(), sum(sent), sum(received) FROM counted GROUP BY 1
      ON CONFLICT (quarter, session) ${adding}`
}

/** Applied in order, each in its own transaction; the table `migration` counts them. */
export const migrations: readonly string[] = [
  `
  -- one Messages identity that people write to
  CREATE TABLE line (
    id int PRIMARY KEY GENERATED ALWAYS AS IDENTITY CHECK (id BETWEEN 1 AND 8191),
    name text NOT NULL UNIQUE,
    -- how many rows got a number that is not their own
    spares bigint NOT NULL DEFAULT 0
  );

  -- an installation that serves a line
  CREATE TABLE mac (
    name text PRIMARY KEY,
    line int NOT NULL REFERENCES line (id),
    part int NOT NULL,
    -- counts its journals; 0 until it first said hello
    generation int NOT NULL DEFAULT 0,
    -- the last event of its journal that is here for good
    mark bigint NOT NULL DEFAULT 0,
    journal text,
    ledger text,
    instance text,
    session text,
    release text,
    -- what was written before: whether all of it is here, and the ROWID below which the next page begins
    past_done boolean NOT NULL DEFAULT false,
    past_before bigint,
    seen_ms bigint,
    -- envelopes that were not taken in
    refused bigint NOT NULL DEFAULT 0
  );

  -- how far each stream was read; together with what was read, in one transaction
  CREATE TABLE reached (
    stream text PRIMARY KEY,
    created text NOT NULL,
    position bigint NOT NULL
  );

  CREATE TABLE conversation (
    id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    line int NOT NULL REFERENCES line (id),
    guid text NOT NULL,
    handle text NOT NULL,
    is_group boolean NOT NULL,
    addresses text[] NOT NULL,
    last_ms bigint NOT NULL,
    generation int NOT NULL,
    version bigint NOT NULL,
    -- as its Mac shows it; null until it said so
    more jsonb
  );
  CREATE INDEX conversation_last ON conversation (last_ms DESC, id DESC) WHERE more IS NOT NULL;
  CREATE INDEX conversation_addresses ON conversation USING gin (addresses) WHERE NOT is_group;
  CREATE INDEX conversation_group ON conversation (line, handle) WHERE is_group;

  -- every GUID under which Macs name a conversation
  CREATE TABLE conversation_guid (
    line int NOT NULL,
    guid text NOT NULL,
    conversation bigint NOT NULL REFERENCES conversation (id),
    PRIMARY KEY (line, guid)
  );
  CREATE INDEX conversation_guid_of ON conversation_guid (conversation);

  -- whom a line knows
  CREATE TABLE contact (
    id bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
    line int NOT NULL,
    handle text NOT NULL,
    name text NOT NULL,
    PRIMARY KEY (line, handle)
  );

  CREATE TABLE message (
    line int NOT NULL,
    guid text NOT NULL,
    -- of the hub; it stays when its Mac numbers anew
    rowid bigint NOT NULL,
    mac text NOT NULL,
    -- what its Mac calls it now
    mac_rowid bigint NOT NULL,
    conversation bigint NOT NULL,
    sent_ms bigint NOT NULL,
    generation int NOT NULL,
    version bigint NOT NULL,
    is_gone boolean NOT NULL DEFAULT false,
    -- fields that say something
    more jsonb NOT NULL,
    PRIMARY KEY (line, guid),
    UNIQUE (line, rowid)
  ) PARTITION BY HASH (line);
  CREATE INDEX message_thread ON message (conversation, sent_ms, rowid) WHERE NOT is_gone;
  CREATE INDEX message_mac ON message (line, mac_rowid);

  -- the words of messages, made of them and made anew whenever they change
  CREATE TABLE said (
    sent_ms bigint NOT NULL,
    rowid bigint NOT NULL,
    words tsvector NOT NULL,
    PRIMARY KEY (sent_ms, rowid)
  ) PARTITION BY RANGE (sent_ms);
  CREATE INDEX said_words ON said USING gin (words) WITH (fastupdate = off);
  CREATE TABLE said_other PARTITION OF said DEFAULT;
  `,
  Array.from(
    { length: 16 },
    (_, n) => `CREATE TABLE message_${n} PARTITION OF message FOR VALUES WITH (MODULUS 16, REMAINDER ${n});`,
  ).join('\n'),
  `
  -- what was told of what was read last: after a failure it is told again
  ALTER TABLE reached ADD COLUMN told jsonb;
  `,
  `
  -- who is or was in a group; and by which keys everyone of a conversation is found
  ALTER TABLE conversation ADD COLUMN members text[] NOT NULL DEFAULT '{}', ADD COLUMN keys text[] NOT NULL DEFAULT '{}';
  UPDATE conversation c SET members = ARRAY(
      SELECT p->>'handle' FROM jsonb_array_elements(coalesce(c.more->'participants', '[]')) AS p
      UNION SELECT m.more->>'handle' FROM message m WHERE m.conversation = c.id AND m.more->>'handle' IS NOT NULL)
    WHERE c.is_group;
  UPDATE conversation c SET keys = ARRAY(SELECT DISTINCT ${lookupKey('handle')}
      FROM unnest(CASE WHEN c.is_group THEN c.members ELSE c.addresses || c.handle END) AS handle);
  CREATE INDEX conversation_keys ON conversation USING gin (keys);
  ALTER TABLE contact ADD COLUMN key text NOT NULL DEFAULT '';
  UPDATE contact SET key = ${lookupKey('handle')};
  CREATE INDEX contact_key ON contact (key);
  CREATE INDEX contact_name ON contact (line, name);
  `,
  `
  -- what a Mac is called; its name above stands in subjects, and is never given again
  ALTER TABLE mac ADD COLUMN label text;
  UPDATE mac SET label = name;
  ALTER TABLE mac ALTER COLUMN label SET NOT NULL;
  -- by which NATS knows it; null until it has joined
  ALTER TABLE mac ADD COLUMN nkey text;
  ALTER TABLE mac ADD COLUMN added_ms bigint NOT NULL DEFAULT extract(epoch FROM now()) * 1000;
  ALTER TABLE mac ADD COLUMN joined_ms bigint;
  ALTER TABLE mac ADD COLUMN revoked_ms bigint;
  -- the run of its uplink that holds the session, and the one that held it before
  ALTER TABLE mac ADD COLUMN run text;
  ALTER TABLE mac ADD COLUMN former_run text;
  -- when a second Mac last said that it is this one
  ALTER TABLE mac ADD COLUMN cloned_ms bigint;
  CREATE UNIQUE INDEX mac_label ON mac (lower(label)) WHERE revoked_ms IS NULL;

  -- by which a Mac joins, once; the code itself is nowhere
  CREATE TABLE mac_code (
    mac text PRIMARY KEY REFERENCES mac (name),
    sha256 text NOT NULL UNIQUE,
    expires_ms bigint NOT NULL
  );

  -- nkeys that NATS refuses
  CREATE TABLE revoked_nkey (
    nkey text PRIMARY KEY,
    revoked_ms bigint NOT NULL
  );
  `,
  `
  -- by which a send to somebody leaves whom no line knows
  ALTER TABLE line ADD COLUMN is_default boolean NOT NULL DEFAULT false;
  CREATE UNIQUE INDEX line_default ON line (is_default) WHERE is_default;

  -- sends that the hub has accepted, each an order for a Mac of its line
  CREATE TABLE send (
    seq bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    -- the idempotency key under which its Mac is asked
    id text NOT NULL UNIQUE,
    asked_by text NOT NULL,
    key_hash bytea UNIQUE,
    content_hash bytea NOT NULL,
    line int NOT NULL REFERENCES line (id),
    kind text NOT NULL CHECK (kind IN ('text', 'file')),
    -- a person, or the identifier of a group
    handle text NOT NULL,
    -- the chat that was named, as the Mac calls it; null where a person was
    to_guid text,
    asked_service text,
    is_confirmed boolean NOT NULL,
    -- null once nothing needs them any more
    text text,
    file_name text,
    file_sha256 text,
    file_bytes bigint,
    -- held: waits for the owner; scheduled, missed: waits for its time, or for a decision; ready: for its Mac;
    -- known: the ledger of its Mac has it; over: nothing more comes of it
    stage text NOT NULL CHECK (stage IN ('held', 'scheduled', 'missed', 'ready', 'known', 'over')),
    state text NOT NULL,
    error_code text,
    error_message text,
    send_at_ms bigint,
    created_at_ms bigint NOT NULL,
    expires_at_ms bigint NOT NULL,
    updated_at_ms bigint NOT NULL,
    -- of whoever has to ask, and why
    asker_label text,
    asked_reason text,
    -- for which Mac and which of its ledgers it was published, when it was so last, and which installation began it
    mac text,
    ledger text,
    published_at_ms bigint,
    begun_by text,
    -- what the ledger says of it
    mac_send text,
    chat_guid text,
    service text,
    sms_fallback boolean NOT NULL DEFAULT false,
    mac_rowid bigint,
    guid text,
    -- counts changes, and whether the last one was told
    revision bigint NOT NULL DEFAULT 0,
    is_told boolean NOT NULL DEFAULT false
  );
  CREATE INDEX send_asked_by ON send (asked_by, created_at_ms);
  CREATE INDEX send_open ON send (line, stage, seq) WHERE stage <> 'over';
  CREATE INDEX send_untold ON send (line) WHERE NOT is_told;
  CREATE INDEX send_of_mac ON send (mac, mac_send) WHERE mac_send IS NOT NULL;
  CREATE INDEX send_updated ON send (updated_at_ms);

  CREATE TABLE send_file (
    send bigint NOT NULL REFERENCES send (seq) ON DELETE CASCADE,
    part int NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (send, part)
  );

  CREATE SEQUENCE send_revision;
  -- whoever waits for a send, and whoever publishes and tells, hears of each change when it is there for good
  CREATE FUNCTION send_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.revision := nextval('send_revision');
      NEW.is_told := false;
      PERFORM pg_notify('hub_send', NEW.id);
      RETURN NEW;
    END $$;
  CREATE TRIGGER send_is_new BEFORE INSERT ON send FOR EACH ROW EXECUTE FUNCTION send_changed();
  CREATE TRIGGER send_is_changed BEFORE UPDATE ON send FOR EACH ROW
    WHEN ((OLD.stage, OLD.state, OLD.error_code, OLD.chat_guid, OLD.service, OLD.mac_rowid, OLD.guid, OLD.send_at_ms, OLD.text)
      IS DISTINCT FROM
      (NEW.stage, NEW.state, NEW.error_code, NEW.chat_guid, NEW.service, NEW.mac_rowid, NEW.guid, NEW.send_at_ms, NEW.text))
    EXECUTE FUNCTION send_changed();
  `,
  `
  -- how far a conversation was read on the hub, and when it was archived there, with the date of its newest message then
  ALTER TABLE conversation ADD COLUMN read_ms bigint, ADD COLUMN read_rowid bigint,
    ADD COLUMN archived_at_ms bigint, ADD COLUMN archived_newest_ms bigint;

  -- what Macs are still to be told of what was read; \`message\` is the GUID of the last message that was read
  CREATE TABLE read_order (
    mac text NOT NULL REFERENCES mac (name),
    conversation bigint NOT NULL,
    message text NOT NULL,
    sent_ms bigint NOT NULL,
    asked_at_ms bigint NOT NULL,
    tried_at_ms bigint,
    PRIMARY KEY (mac, conversation)
  );

  CREATE TABLE star (
    id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    line int NOT NULL REFERENCES line (id),
    guid text NOT NULL,
    starred_at_ms bigint NOT NULL,
    UNIQUE (line, guid)
  );

  -- events of the hub itself that the feed has not told yet
  CREATE TABLE news (
    id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    line int NOT NULL REFERENCES line (id),
    event jsonb NOT NULL
  );
  `,
  `
  -- finds the message that holds a file
  CREATE INDEX message_files ON message USING gin ((more->'attachments') jsonb_path_ops) WHERE more ? 'attachments';
  `,
  `
  -- also those that are gone belong to a conversation, and move with it
  DROP INDEX message_thread;
  CREATE INDEX message_thread ON message (conversation, sent_ms, rowid);
  `,
  `
  -- what plugins are to be told of, in its order, until it is a week old
  CREATE TABLE arrival (
    part int NOT NULL,
    seq bigint NOT NULL,
    -- tells an entry from another one that got its number after a backup was restored
    token uuid NOT NULL DEFAULT gen_random_uuid(),
    line int NOT NULL,
    events jsonb NOT NULL,
    at_ms bigint NOT NULL,
    PRIMARY KEY (part, seq)
  );

  -- how far the relay had read it when it told so last, and the journal that holds its position; one row
  CREATE TABLE relay (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    journal text NOT NULL,
    position jsonb NOT NULL,
    at_ms bigint NOT NULL
  );

  -- of a Mac whose journal lost events: what was sent after this and was not known is news, though it comes with what is old
  ALTER TABLE mac ADD COLUMN missed_since_ms bigint;
  `,
  `
  -- numbers in the order in which messages and tapbacks came to the hub, for programs that keep a copy
  CREATE SEQUENCE row_numbers;
  ALTER TABLE message ADD COLUMN number bigint NOT NULL DEFAULT nextval('row_numbers');
  CREATE INDEX message_number ON message (number);

  -- every tapback that was seen on a message, and every one that was seen to be taken back; \`giver\` is empty for oneself
  CREATE TABLE tapback (
    number bigint PRIMARY KEY DEFAULT nextval('row_numbers'),
    line int NOT NULL,
    message text NOT NULL,
    giver text NOT NULL,
    -- -1 where it is about all of the message
    part int NOT NULL,
    emoji text,
    at_ms bigint NOT NULL,
    is_removed boolean NOT NULL
  );
  CREATE INDEX tapback_of ON tapback (line, message);
  INSERT INTO tapback (line, message, giver, part, emoji, at_ms, is_removed)
    SELECT m.line, m.guid, coalesce(t->>'handle', ''), coalesce((t->>'part')::int, -1), t->>'emoji',
      extract(epoch FROM (t->>'ts')::timestamptz) * 1000, false
    FROM message m, jsonb_array_elements(m.more->'tapback_details') AS t WHERE m.more ? 'tapback_details';

  -- Numbers are given before they can be seen. Whoever gives any holds this lock until then, together with others; up to the
  -- number that is returned here nothing comes any more.
  CREATE FUNCTION last_row_number() RETURNS bigint LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock(${locks.numberingRows});
      RETURN (SELECT last_value FROM row_numbers);
    END $$;
  `,
  `
  -- the newest event of its journal, as the Mac said last; the event for which the hub has been waiting, and since when
  ALTER TABLE mac ADD COLUMN newest bigint, ADD COLUMN awaited bigint, ADD COLUMN awaited_ms bigint;
  -- when its mark last moved
  ALTER TABLE mac ADD COLUMN moved_ms bigint;

  -- who reads each partition: since when without a pause, and when it last said so
  CREATE TABLE reader (
    part int PRIMARY KEY,
    since_ms bigint NOT NULL,
    alive_ms bigint NOT NULL
  );

  -- what keeps messages from reaching the hub, as every process of the hub says it
  CREATE TABLE alert (
    id text PRIMARY KEY,
    alert jsonb NOT NULL
  );
  `,
  `
  -- when the relay last said that it works
  ALTER TABLE relay ADD COLUMN alive_ms bigint;
  `,
  `
  -- how many messages each conversation has in each quarter of an hour of Unix time
  CREATE TABLE tally (
    conversation bigint NOT NULL,
    quarter bigint NOT NULL,
    -- who wrote what was received in a group; empty for everything else
    writer text NOT NULL,
    sent int NOT NULL,
    received int NOT NULL,
    PRIMARY KEY (conversation, quarter, writer)
  );
  CREATE FUNCTION count_messages() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        ${addCounted(countedOf('added', 1))};
      ELSIF TG_OP = 'UPDATE' THEN
        ${addCounted(`${countedOf('added', 1)} UNION ALL ${countedOf('removed', -1)}`)};
      ELSE
        ${addCounted(countedOf('removed', -1))};
      END IF;
      RETURN NULL;
    END $$;
  -- Nobody changes a message between this and the first count.
  CREATE TRIGGER message_is_new AFTER INSERT ON message REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION count_messages();
  CREATE TRIGGER message_is_changed AFTER UPDATE ON message REFERENCING OLD TABLE AS removed NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION count_messages();
  CREATE TRIGGER message_is_removed AFTER DELETE ON message REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION count_messages();
  ${addCounted(countedOf('message', 1))};
  CREATE INDEX tally_quarter ON tally (quarter);
  `,
  `
  -- why nothing of a partition is stored, and since when; null while all is well
  ALTER TABLE reader ADD COLUMN trouble text, ADD COLUMN trouble_ms bigint;
  -- why NATS does not take what the Mac publishes, as the Mac says, and since when
  ALTER TABLE mac ADD COLUMN unpublished text, ADD COLUMN unpublished_ms bigint;
  `,
  `
  -- Nobody changes a message until both tables have what is counted already.
  LOCK TABLE message IN SHARE ROW EXCLUSIVE MODE;
  -- the counts of each conversation in spans of four weeks of Unix time
  CREATE TABLE tally_span (
    conversation bigint NOT NULL,
    span bigint NOT NULL,
    writer text NOT NULL,
    sent int NOT NULL,
    received int NOT NULL,
    PRIMARY KEY (conversation, span, writer)
  );
  -- the counts of all conversations together in each quarter of an hour, by the session of PostgreSQL that counted
  CREATE TABLE tally_all (
    quarter bigint NOT NULL,
    session int NOT NULL,
    sent int NOT NULL,
    received int NOT NULL,
    PRIMARY KEY (quarter, session)
  );
  INSERT INTO tally_span (conversation, span, writer, sent, received)
    SELECT conversation, quarter / ${tallySpanQuarters}, writer, sum(sent), sum(received) FROM tally GROUP BY 1, 2, 3;
  CREATE INDEX tally_span_of ON tally_span (span);
  INSERT INTO tally_all (quarter, session, sent, received) SELECT quarter, 0, sum(sent), sum(received) FROM tally GROUP BY 1;
  CREATE OR REPLACE FUNCTION count_messages() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        ${addCountedThrice(countedOf('added', 1))};
      ELSIF TG_OP = 'UPDATE' THEN
        ${addCountedThrice(`${countedOf('added', 1)} UNION ALL ${countedOf('removed', -1)}`)};
      ELSE
        ${addCountedThrice(countedOf('removed', -1))};
      END IF;
      RETURN NULL;
    END $$;
  CREATE INDEX conversation_undescribed ON conversation (id) WHERE more IS NULL;
  `,
  `
  -- that somebody joined or left is shown, and not searched
  DELETE FROM said USING message m
    WHERE m.sent_ms = said.sent_ms AND m.rowid = said.rowid AND m.more->>'kind' = 'system';
  `,
]
