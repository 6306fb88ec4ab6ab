/** Chooses the line by which a send leaves: every answer to it is given as that line. */
import { handleLookupKey, sameHandle } from '../../domain/handles.ts'
import { ServiceError } from '../../domain/service-error.ts'
import type { Sql } from './database.ts'

export interface Line {
  id: number
  name: string
}

interface Wanted {
  /** The recipient. */
  handle: string
  /** The name of a line. */
  from?: string | undefined
  /** Whether the sender may send as that line. */
  maySendAs?: ((line: string) => boolean) | undefined
}

/**
 * The line that was named, else the only one, else that which last spoke with the person, else the default. Throws
 * `invalid_request` for a line that there is not, and `line_needed`.
 */
export async function lineFor(sql: Sql, { handle, from, maySendAs = () => true }: Wanted): Promise<Line> {
  const all = await sql.query<Line & { is_default: boolean }>('SELECT id, name, is_default FROM line ORDER BY id')
  const lines = all.filter(({ name }) => maySendAs(name))
  if (from !== undefined) return lines.find(({ name }) => name === from) ?? unknownLine(from)
  const [only, ...others] = lines
  if (only !== undefined && others.length === 0) return only
  const last = await lineThatSpokeLast(sql, handle, lines)
  const chosen = last ?? lines.find((line) => line.is_default)
  if (chosen !== undefined) return chosen
  throw new ServiceError('line_needed', 'More than one line could send this, and none has spoken with that person.', {
    lines: lines.map(({ name }) => name),
  })
}

const unknownLine = (from: string): never => {
  throw new ServiceError('invalid_request', `There is no line “${from}”.`, {
    in: 'body',
    path: 'from',
    reason: 'is no line',
  })
}

/** Undefined where nobody has spoken with them. */
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

/** Conversations with a person on these lines, the one with the newest message first. */
export async function conversationsWith(sql: Sql, handle: string, lines: readonly number[]): Promise<Correspondence[]> {
  const found = await sql.query<Correspondence>(
    `SELECT id, line, guid, addresses, more->>'display_name' AS name, last_ms FROM conversation
      WHERE NOT is_group AND more IS NOT NULL AND line = ANY($1) AND keys && $2 ORDER BY last_ms DESC, id DESC`,
    [lines, [handleLookupKey(handle)]],
  )
  return found.filter(({ addresses }) => addresses.some((one) => sameHandle(one, handle)))
}
