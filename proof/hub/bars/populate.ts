/** Fills the tables of a hub with as many messages as years of many Macs leave, as PostgreSQL itself makes them. */

import { wordOfFacet } from '../../../src/domain/search/facets.ts'
import type { Database } from '../../../src/hub/store/database.ts'
import { contactWord, conversationWord, lineWord } from '../../../src/hub/store/words.ts'

export const populatedLines = 200
const conversationsOfLine = 50
const months = 24
/** Words of texts; low numbers are common, as in a language. */
const vocabulary = 20_000
const wordsOfText = 7

interface Index {
  name: string
  definition: string
  constraint: string | null
  parent: string
}

const secondary = `SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS definition, t.relname AS parent,
    (SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conindid = i.indexrelid) AS constraint
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
  WHERE t.relname IN ('message', 'said')`

/** Fills the tables. The past of these lines counts as complete, since no Mac will send more of it. */
export async function populate(database: Database, rows: number): Promise<void> {
  const indexes = await database.query<Index>(secondary)
  for (const { name, constraint, parent } of indexes)
    await database.query(constraint === null ? `DROP INDEX ${name}` : `ALTER TABLE ${parent} DROP CONSTRAINT ${name}`)
  await lines(database)
  const perLine = Math.ceil(rows / populatedLines)
  // Two at a time: one for each core that a small server has.
  const halves = [0, 1].map((odd) =>
    Array.from({ length: populatedLines / 2 }, (_, n) => 1 + odd + 2 * n).reduce(
      (before, line) => before.then(() => linesOf(database, line, perLine)),
      Promise.resolve(),
    ),
  )
  await makeMonths(database)
  await Promise.all(halves)
  for (const { name, definition, constraint, parent } of indexes)
    await database.query(
      constraint === null
        ? definition.replace(' ON ONLY ', ' ON ')
        : `ALTER TABLE ${parent} ADD CONSTRAINT ${name} ${constraint}`,
    )
  await database.query('VACUUM ANALYZE')
}

const firstMs = Date.UTC(2024, 6)
const monthStarts = Array.from({ length: months + 1 }, (_, n) => Date.UTC(2024, 6 + n))

async function makeMonths(database: Database): Promise<void> {
  for (const [n, from] of monthStarts.slice(0, -1).entries()) {
    const name = `said_${new Date(from).toISOString().slice(0, 7).replace('-', '_')}`
    await database.query(
      `CREATE TABLE IF NOT EXISTS ${name} PARTITION OF said FOR VALUES FROM (${from}) TO (${monthStarts[n + 1]})`,
    )
  }
}

async function lines(database: Database): Promise<void> {
  await makeMonths(database)
  await database.query(
    `INSERT INTO line (id, name) OVERRIDING SYSTEM VALUE SELECT n, 'line-' || n FROM generate_series(1, ${populatedLines}) AS n`,
  )
  await database.query(`SELECT setval(pg_get_serial_sequence('line', 'id'), ${populatedLines})`)
  await database.query(
    `INSERT INTO mac (name, label, line, part, generation, past_done) SELECT 'mac-' || n, 'mac-' || n, n, 0, 1, true
      FROM generate_series(1, ${populatedLines}) AS n`,
  )
  const conversation = `(line - 1) * ${conversationsOfLine} + n`
  await database.query(
    `INSERT INTO conversation (id, line, guid, handle, is_group, addresses, keys, last_ms, generation, version, more)
      OVERRIDING SYSTEM VALUE
      SELECT id, line, 'any;-;' || handle, handle, false, ARRAY[handle], ARRAY[right(handle, 7)], ${monthStarts.at(-1)} - (random() * 1e9)::bigint, 1, 0,
        jsonb_build_object('guid', 'any;-;' || handle, 'handle', handle, 'addresses', ARRAY[handle], 'display_name', 'Person ' || id,
          'last_message', 'the last one', 'last_message_ts', '2026-06-30T10:00:00.000Z', 'unread_count', 0, 'is_group', false,
          'participants', jsonb_build_array(jsonb_build_object('handle', handle, 'name', 'Person ' || id)))
      FROM (SELECT ${conversation} AS id, line, '+1' || (2025550000 + ${conversation}) AS handle
        FROM generate_series(1, ${populatedLines}) AS line, generate_series(1, ${conversationsOfLine}) AS n) AS made`,
  )
  await database.query(
    `SELECT setval(pg_get_serial_sequence('conversation', 'id'), ${populatedLines * conversationsOfLine})`,
  )
  await database.query(
    'INSERT INTO conversation_guid (line, guid, conversation) SELECT line, guid, id FROM conversation',
  )
  await database.query(
    `INSERT INTO contact (id, line, handle, name, key) OVERRIDING SYSTEM VALUE
      SELECT id, line, handle, 'Person ' || id, right(handle, 7) FROM conversation`,
  )
  await database.query(
    `SELECT setval(pg_get_serial_sequence('contact', 'id'), ${populatedLines * conversationsOfLine})`,
  )
}

const prefixOf = (word: string): string => word.replace(/\d+$/, '')

const linesOf = (database: Database, line: number, count: number): Promise<void> =>
  database.transaction(async (sql) => {
    const spanMs = (monthStarts.at(-1) ?? 0) - firstMs
    const word = `'w' || floor(${vocabulary} * power(random(), 3))::int`
    await sql.query(`CREATE TEMP TABLE made ON COMMIT DROP AS SELECT n, ${line * 2 ** 40} + n AS rowid,
        (${firstMs} + (n - random()) / ${count} * ${spanMs})::bigint AS sent_ms,
        ${(line - 1) * conversationsOfLine + 1} + floor(${conversationsOfLine} * power(random(), 2))::int AS conversation,
        random() < 0.4 AS is_from_me, ${Array.from({ length: wordsOfText }, () => word).join(" || ' ' || ")} AS text
      FROM generate_series(1, ${count}) AS n`)
    await sql.query(`INSERT INTO message (line, guid, rowid, mac, mac_rowid, conversation, sent_ms, generation, version, more)
      SELECT ${line}, upper(gen_random_uuid()::text), rowid, 'mac-${line}', n, conversation, sent_ms, 1, 0,
        jsonb_build_object('text', text, 'handle', '+1' || (2025550000 + conversation)) || CASE WHEN is_from_me
          THEN '{"is_from_me": true, "sender": "Me", "status": "delivered"}' ELSE jsonb_build_object('sender', 'Person ' || conversation) END
      FROM made`)
    await sql.query(
      `INSERT INTO said (sent_ms, rowid, words) SELECT sent_ms, rowid, to_tsvector('simple', text)
        || array_to_tsvector(ARRAY[$1, $2 || conversation, CASE WHEN is_from_me THEN $4 ELSE $3 || conversation END]) FROM made`,
      [lineWord(line), prefixOf(conversationWord(1)), prefixOf(contactWord(1)), wordOfFacet('sent')],
    )
  })
