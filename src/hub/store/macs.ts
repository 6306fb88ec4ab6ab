/** Keeps lines and the Macs that serve them: who said hello, with which journal, and how far each was read. */
import { randomUUID } from 'node:crypto'
import { ServiceError } from '../../domain/service-error.ts'
import { macName } from '../../envelope/subjects.ts'
import type { Hello, Mark, Refusal } from '../../envelope/talk.ts'
import { isUniqueViolation, type Sql, type Transactions } from './database.ts'

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
}

const columns =
  'name, line, part, generation, mark, journal, ledger, instance, session, past_done, past_before, seen_ms'

/** A Mac with the same identity that was seen within this time holds the session. */
const heldMs = 30_000

/** Throws `invalid_request` for a name that no subject can have, and `conflict` for one that is taken. A new line begins. */
export async function addMac(database: Transactions, mac: { name: string; line: string; part: number }): Promise<void> {
  if (!macName.test(mac.name))
    throw new ServiceError('invalid_request', `A Mac cannot be called “${mac.name}”.`, {
      path: 'name',
      reason: 'has up to 32 small letters, digits and hyphens',
    })
  try {
    await database.transaction(async (sql) => {
      await sql.query('INSERT INTO line (name) VALUES ($1) ON CONFLICT (name) DO NOTHING', [mac.line])
      await sql.query('INSERT INTO mac (name, line, part) SELECT $1, id, $3 FROM line WHERE name = $2', [
        mac.name,
        mac.line,
        mac.part,
      ])
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new ServiceError('conflict', `There is a Mac ${mac.name} already.`)
    throw error
  }
}

/** The Macs of a partition, by name; for an update when `forUpdate`. */
export async function macsOf(sql: Sql, names: readonly string[], forUpdate = false): Promise<Map<string, MacRow>> {
  const lock = forUpdate ? 'ORDER BY name FOR UPDATE' : ''
  const rows = await sql.query<MacRow>(`SELECT ${columns} FROM mac WHERE name = ANY($1) ${lock}`, [names])
  return new Map(rows.map((row) => [row.name, row]))
}

/** What is told of a Mac's own numbers; the streams are known to whoever reads them. */
export type MarkOfMac = Omit<Mark, 'live_stream' | 'past_stream'>

/**
 * Grants a session to a Mac. Another journal than before, or one that no longer has the events after the mark, begins a new
 * generation: everything is read anew, and the mark is where its journal is now.
 */
export const greet = (
  database: Transactions,
  { name, part, hello, nowMs }: { name: string; part: number; hello: Hello; nowMs: number },
): Promise<MarkOfMac | Refusal> =>
  database.transaction(async (sql) => {
    const mac = (await macsOf(sql, [name], true)).get(name)
    if (mac === undefined || mac.part !== part) return { refused: 'unknown' }
    const isSeen = mac.seen_ms !== null && nowMs - mac.seen_ms < heldMs
    if (mac.instance !== null && mac.instance !== hello.instance && isSeen) return { refused: 'another' }
    const isNew = isNewGeneration(mac, hello)
    // What the same Mac published before it was started anew is still on its way.
    const session = isNew || mac.instance !== hello.instance ? randomUUID() : mac.session
    const [row] = await sql.query<MacRow>(
      `UPDATE mac SET instance = $2, journal = $3, ledger = $4, session = $5, release = $6, seen_ms = $7 ${
        isNew ? ', generation = generation + 1, mark = $8, past_done = false, past_before = NULL' : ''
      } WHERE name = $1 RETURNING ${columns}`,
      [
        ...[name, hello.instance, hello.journal, hello.ledger, session, hello.release, nowMs],
        ...(isNew ? [hello.position] : []),
      ],
    )
    return markOf(row as MacRow)
  })

const isNewGeneration = (
  { generation, journal, mark }: Pick<MacRow, 'generation' | 'journal' | 'mark'>,
  hello: Pick<Hello, 'journal' | 'position' | 'reset'>,
): boolean => generation === 0 || journal !== hello.journal || hello.reset || hello.position < mark

/** How far a Mac was read, for whoever holds its session; undefined for everybody else. Notes that it is there. */
export async function markFor(sql: Sql, name: string, session: string, nowMs: number): Promise<MarkOfMac | undefined> {
  const [row] = await sql.query<MacRow>(
    `UPDATE mac SET seen_ms = $3 WHERE name = $1 AND session = $2 RETURNING ${columns}`,
    [name, session, nowMs],
  )
  return row && markOf(row)
}

const markOf = ({ generation, session, mark, past_done, past_before }: MacRow): MarkOfMac => ({
  generation,
  session: session ?? '',
  mark,
  past: { done: past_done, before: past_before },
})

interface LineRow {
  id: number
  name: string
}

export const linesOf = (sql: Sql): Promise<LineRow[]> =>
  sql.query<LineRow & Record<string, unknown>>('SELECT id, name FROM line ORDER BY name')
