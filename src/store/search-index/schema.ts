/**
 * Declares the tables of search.db. All of it is derived from chat.db, so a damaged or outdated index is rebuilt and
 * never repaired.
 */

export const migrations: readonly string[] = [
  `
  -- one message; the id grows with its date, so that the newest are found first without sorting
  CREATE TABLE doc (
    id INTEGER PRIMARY KEY,
    source INTEGER NOT NULL,
    look INTEGER NOT NULL,
    is_from_me INTEGER NOT NULL,
    handle INTEGER,
    conversation INTEGER
  ) STRICT;
  CREATE UNIQUE INDEX doc_source ON doc (source);

  -- its words, facets first; they are not kept, only where they occur
  CREATE VIRTUAL TABLE words USING fts5(word, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '1 2 3');
  INSERT INTO words (words, rank) VALUES ('automerge', 8);
  INSERT INTO words (words, rank) VALUES ('hashsize', 8388608);

  -- whoever wrote or was written to, and the conversations; the number is the facet's
  CREATE TABLE party (
    number INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('person', 'conversation')),
    key TEXT NOT NULL,
    UNIQUE (kind, key)
  ) STRICT;

  -- GUIDs of some messages, to recognise that chat.db is no longer the one that was indexed
  CREATE TABLE sample (source INTEGER PRIMARY KEY, guid TEXT NOT NULL) STRICT;

  -- the ROWIDs between which everything is indexed, and the form of what is
  CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  `,
]
