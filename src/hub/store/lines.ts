/** Keeps the lines, and chooses the one through which a message is sent: replies come back to that line. */
import { handleLookupKey, sameHandle } from '../../domain/handles.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { isUniqueViolation, type Sql, type Transactions } from './database.ts'

import { linesOf } from './macs.ts'

export interface Line {
  id: number
  name: string
}

/**
 * Renames a line and returns its previous name; undefined if it does not exist. Throws `conflict` if another line has
 * the name.
 */
export async function renameLine(sql: Sql, id: number, name: string): Promise<string | undefined> {
  const [before] = await sql.query<Line>('SELECT id, name FROM line WHERE id = $1 FOR UPDATE', [id])
  try {
    await sql.query('UPDATE line SET name = $2 WHERE id = $1', [id, name])
  } catch (error) {
    throw isUniqueViolation(error) ? new ServiceError('conflict', `Another line is called “${name}”.`) : error
  }
  return before?.name
}

/** Makes a line the default, and returns whether it exists. */
export const makeDefault = (database: Transactions, id: number, isDefault: boolean): Promise<boolean> =>
  database.transaction(async (sql) => {
    // If two lines are made the default at the same time, the second one wins.
    await sql.query('LOCK TABLE line IN SHARE ROW EXCLUSIVE MODE')
    const [known] = await sql.query('SELECT 1 FROM line WHERE id = $1', [id])
    if (known === undefined) return false
    if (isDefault) await sql.query('UPDATE line SET is_default = false WHERE is_default AND id <> $1', [id])
    await sql.query('UPDATE line SET is_default = $2 WHERE id = $1', [id, isDefault])
    return true
  })

interface Wanted {
  /** The address of the recipient. */
  handle: string
  /** The name of the line to send from. */
  from?: string | undefined
  /** Returns whether the sender may send from that line. */
  maySendAs?: ((line: string) => boolean) | undefined
}

/**
 * Chooses the named line, else the only one, else the one that last had contact with the person, else the default.
 * Throws `invalid_request` for a line that does not exist, and `line_needed`.
 */
export async function lineFor(sql: Sql, { handle, from, maySendAs = () => true }: Wanted): Promise<Line> {
  const lines = (await linesOf(sql)).filter(({ name }) => maySendAs(name))
  if (from !== undefined) return lines.find(({ name }) => name === from) ?? unknownLine(from)
  const [only, ...others] = lines
  if (only !== undefined && others.length === 0) return only
  const last = await lineThatSpokeLast(sql, handle, lines)
  const chosen = last ?? lines.find((line) => line.is_default)
  if (chosen !== undefined) return chosen
  throw new ServiceError(
    'line_needed',
    'More than one line could send this, and none has been in contact with that person.',
    {
      lines: lines.map(({ name }) => name),
    },
  )
}

const unknownLine = (from: string): never => {
  throw new ServiceError('invalid_request', `There is no line “${from}”.`, {
    in: 'body',
    path: 'from',
    reason: 'is no line',
  })
}

/** Returns undefined if no line has had contact with the person. */
async function lineThatSpokeLast(sql: Sql, handle: string, lines: readonly Line[]): Promise<Line | undefined> {
  const found = await conversationsWith(
    sql,
    handle,
    lines.map(({ id }) => id),
  )
  return lines.find(({ id }) => id === found[0]?.line)
}

export interface Correspondence {
  id: number
  line: number
  guid: string
  addresses: string[]
  name: string | null
  last_ms: number
}

/** Returns the conversations with a person on these lines, the one with the newest message first. */
export async function conversationsWith(sql: Sql, handle: string, lines: readonly number[]): Promise<Correspondence[]> {
  const found = await sql.query<Correspondence>(
    `SELECT id, line, guid, addresses, more->>'display_name' AS name, last_ms FROM conversation
      WHERE NOT is_group AND more IS NOT NULL AND line = ANY($1) AND keys && $2 ORDER BY last_ms DESC, id DESC`,
    [lines, [handleLookupKey(handle)]],
  )
  return found.filter(({ addresses }) => addresses.some((one) => sameHandle(one, handle)))
}
