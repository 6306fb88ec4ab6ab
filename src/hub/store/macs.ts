/** Keeps the state of each Mac: the session that it was granted, its journal, and how far it was read. */
import { randomUUID } from 'node:crypto'
import { isRead } from '../../envelope/envelope.ts'
import type { Hello, Mark, Refusal } from '../../envelope/talk.ts'
import type { Sql, Transactions } from './database.ts'

export interface MacRow {
  name: string
  line: number
  part: number
  generation: number
  mark: number
  journal: string | null
  ledger: string | null
  instance: string | null
  session: string | null
  past_done: boolean
  past_before: number | null
  seen_ms: number | null
  nkey: string | null
  revoked_ms: number | null
  run: string | null
  former_run: string | null
  /** For generations after the first: messages sent after this time that were unknown came while events were lost. */
  missed_since_ms: number | null
}

const columns = `name, line, part, generation, mark, journal, ledger, instance, session, past_done, past_before, seen_ms, nkey, revoked_ms,
  run, former_run, missed_since_ms`

/** A Mac with the same identity that was seen within this time still holds the session. */
const heldMs = 30_000

/** Returns the named Macs by name, and locks their rows if `forUpdate` is set. */
export async function macsOf(sql: Sql, names: readonly string[], forUpdate = false): Promise<Map<string, MacRow>> {
  const lock = forUpdate ? 'ORDER BY name FOR UPDATE' : ''
  const rows = await sql.query<MacRow>(`SELECT ${columns} FROM mac WHERE name = ANY($1) ${lock}`, [names])
  return new Map(rows.map((row) => [row.name, row]))
}

/** The numbers of the Mac itself. The streams are added by the reader, which knows them. */
export type MarkOfMac = Omit<Mark, 'live_stream' | 'past_stream'>

/**
 * The time of the newest message that this Mac has told; null before its first generation. A date in the future does
 * not count.
 */
const newestKnown = `(SELECT max(sent_ms) FROM message WHERE line = mac.line AND message.mac = mac.name AND sent_ms <= $7
    AND more->>'is_from_me' IS DISTINCT FROM 'true')`

/**
 * Grants a session to a Mac. If its journal is another one than before, or no longer has the events after the mark, a
 * new generation begins: everything is read anew, and the mark is set to the current end of the journal.
 */
export const greet = (
  database: Transactions,
  { name, nkey, part, hello, nowMs }: { name: string; nkey: string; part: number; hello: Hello; nowMs: number },
): Promise<MarkOfMac | Refusal> =>
  database.transaction(async (sql) => {
    const mac = (await macsOf(sql, [name], true)).get(name)
    if (mac === undefined || mac.part !== part || mac.nkey !== nkey || mac.revoked_ms !== null)
      return { refused: 'unknown' }
    if (!isRead(hello.v ?? 1)) return { refused: 'version' }
    if (isSecond(mac, hello, nowMs)) {
      await sql.query('UPDATE mac SET cloned_ms = $2 WHERE name = $1', [name, nowMs])
      return { refused: 'another' }
    }
    const isNew = isNewGeneration(mac, hello)
    const run = hello.run ?? null
    // Envelopes that the same Mac published before its restart are still on their way.
    const session = isNew || mac.instance !== hello.instance || mac.session === null ? randomUUID() : mac.session
    const [row] = await sql.query<MacRow>(
      `UPDATE mac SET instance = $2, journal = $3, ledger = $4, session = $5, release = $6, seen_ms = $7, run = $8, newest = $9,
        former_run = CASE WHEN run IS DISTINCT FROM $8 THEN run ELSE former_run END, ${
          isNew
            ? `generation = generation + 1, mark = $9, past_done = false, past_before = NULL, missed_since_ms = ${newestKnown},
              awaited = NULL, awaited_ms = NULL`
            : awaiting('$9', '$7')
        } WHERE name = $1 RETURNING ${columns}`,
      [name, hello.instance, hello.journal, hello.ledger, session, hello.release, nowMs, run, hello.position],
    )
    return markOf(row as MacRow)
  })

/**
 * Whether another Mac with the same identity is connected. A restarted program never comes back under its former run,
 * so a run that does belongs to a second program beside the one that replaced it.
 */
function isSecond({ instance, seen_ms, former_run }: MacRow, hello: Hello, nowMs: number): boolean {
  if (instance === null || seen_ms === null || nowMs - seen_ms >= heldMs) return false
  return instance !== hello.instance || (hello.run !== undefined && hello.run === former_run)
}

const isNewGeneration = (
  { generation, journal, mark }: Pick<MacRow, 'generation' | 'journal' | 'mark'>,
  hello: Pick<Hello, 'journal' | 'position' | 'reset'>,
): boolean => generation === 0 || journal !== hello.journal || hello.reset || hello.position < mark

/**
 * Records which event of the journal the hub waits for, and since when. A newer event takes its place only once it has
 * come; otherwise a busy Mac would seem to be behind for ever.
 */
const awaiting = (newest: string, nowMs: string): string => {
  const isThere = `${newest}::bigint IS NULL OR ${newest} <= mark`
  const goesOn = 'awaited > mark'
  return `awaited = CASE WHEN ${isThere} THEN NULL WHEN ${goesOn} THEN awaited ELSE ${newest} END,
    awaited_ms = CASE WHEN ${isThere} THEN NULL WHEN ${goesOn} THEN awaited_ms ELSE ${nowMs}::bigint END`
}

interface WhoAsks {
  name: string
  nkey: string
  session: string
  run?: string | null | undefined
  /** The newest event of the Mac's journal; a Mac of an earlier release does not report it. */
  newest?: number | undefined
  /** The reason why NATS accepts nothing that the Mac publishes. */
  unpublished?: string | undefined
}

/**
 * Returns how far a Mac was read to the program that holds its session, with the right nkey and run; undefined for all
 * others. Records that the Mac is connected.
 */
export async function markFor(
  sql: Sql,
  { name, nkey, session, run = null, newest, unpublished }: WhoAsks,
  nowMs: number,
): Promise<MarkOfMac | undefined> {
  const [row] = await sql.query<MacRow>(
    `UPDATE mac SET seen_ms = $5, newest = $6, ${awaiting('$6', '$5')}, unpublished = $7,
        unpublished_ms = CASE WHEN $7::text IS NULL THEN NULL ELSE coalesce(unpublished_ms, $5) END
      WHERE name = $1 AND nkey = $2 AND session = $3 AND run IS NOT DISTINCT FROM $4
      AND revoked_ms IS NULL RETURNING ${columns}`,
    [name, nkey, session, run, nowMs, newest ?? null, unpublished ?? null],
  )
  return row && markOf(row)
}

const markOf = ({ generation, session, mark, past_done, past_before }: MacRow): MarkOfMac => ({
  generation,
  session: session ?? '',
  mark,
  past: { done: past_done, before: past_before },
})

export interface LineRow {
  id: number
  name: string
  /** Whether messages are sent from this line if nothing else decides. */
  is_default: boolean
}

export const linesOf = (sql: Sql): Promise<LineRow[]> =>
  sql.query<LineRow & Record<string, unknown>>('SELECT id, name, is_default FROM line ORDER BY name')

/** Returns the names of the Macs of a partition. */
export async function namesOfMacs(sql: Sql, part: number): Promise<string[]> {
  const rows = await sql.query<{ name: string }>('SELECT name FROM mac WHERE part = $1', [part])
  return rows.map(({ name }) => name)
}
