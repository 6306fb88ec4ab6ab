/**
 * Keeps lines and the Macs that serve them: which were added, the codes with which they join, and which were revoked.
 */
import { ServiceError } from '../../domain/service-error.ts'
import { isUniqueViolation, type Sql, type Transactions } from './database.ts'
import { releaseOrdersOf } from './orders.ts'

export interface EnrolledMac {
  name: string
  label: string
  line: number
  line_name: string
  part: number
  release: string | null
  nkey: string | null
  added_ms: number
  joined_ms: number | null
  seen_ms: number | null
  revoked_ms: number | null
  cloned_ms: number | null
  expires_ms: number | null
  refused: number
  mark: number
  newest: number | null
  awaited_ms: number | null
  moved_ms: number | null
  unpublished: string | null
  unpublished_ms: number | null
  past_done: boolean
  waiting_orders: number
  oldest_order_ms: number | null
}

const enrolled = `SELECT mac.name, label, line, line.name AS line_name, part, release, nkey, added_ms, joined_ms, seen_ms,
    revoked_ms, cloned_ms, expires_ms, refused, mark, newest,
    CASE WHEN awaited > mark THEN awaited_ms END AS awaited_ms, moved_ms, unpublished, unpublished_ms, past_done, waiting_orders, oldest_order_ms
  FROM mac JOIN line ON line.id = mac.line LEFT JOIN mac_code ON mac_code.mac = mac.name
    CROSS JOIN LATERAL (SELECT count(*)::int AS waiting_orders, min(created_at_ms) AS oldest_order_ms FROM send
      WHERE send.line = mac.line AND stage = 'ready' AND (send.mac IS NULL OR send.mac = mac.name)) orders`

/** Returns all Macs in the order in which they were added, revoked ones last. */
export const enrolledMacs = (sql: Sql): Promise<EnrolledMac[]> =>
  sql.query<EnrolledMac>(`${enrolled} ORDER BY revoked_ms IS NOT NULL, added_ms, mac.name`)

export async function enrolledMac(sql: Sql, name: string): Promise<EnrolledMac | undefined> {
  const [mac] = await sql.query<EnrolledMac>(`${enrolled} WHERE mac.name = $1`, [name])
  return mac
}

export interface NewEnrolment {
  label: string
  line: string
  part: number
  nowMs: number
}

/** Adds a Mac and returns its name. Throws `conflict` if another one has the label. */
export async function addMac(database: Transactions, { label, line, part, nowMs }: NewEnrolment): Promise<string> {
  try {
    return await database.transaction(async (sql) => {
      // Two Macs that are added at the same time must not get the same name.
      await sql.query('LOCK TABLE mac IN SHARE ROW EXCLUSIVE MODE')
      const rows = await sql.query<{ name: string }>('SELECT name FROM mac')
      const name = freeName(label, new Set(rows.map((row) => row.name)))
      await sql.query('INSERT INTO line (name) VALUES ($1) ON CONFLICT (name) DO NOTHING', [line])
      await sql.query(
        'INSERT INTO mac (name, label, line, part, added_ms) SELECT $1, $2, id, $4, $5 FROM line WHERE name = $3',
        [name, label, line, part, nowMs],
      )
      return name
    })
  } catch (error) {
    throw isUniqueViolation(error) ? labelTaken(label) : error
  }
}

const longestName = 24

/**
 * Chooses a free name. Names are parts of subjects, so they have few letters: “Anna’s Mac mini” becomes
 * `anna-s-mac-mini` or `anna-s-mac-mini-2`.
 */
function freeName(label: string, taken: ReadonlySet<string>): string {
  const plain = label.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const letters = plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
  const base = letters.slice(0, longestName).replace(/-$/, '') || 'mac'
  for (let n = 1; ; n++) {
    const name = n === 1 ? base : `${base}-${n}`
    if (!taken.has(name)) return name
  }
}

const labelTaken = (label: string) => new ServiceError('conflict', `Another Mac is called “${label}”.`)

/** Renames a Mac, and returns whether it exists. Throws `conflict` if another one has the label. */
export async function renameMac(sql: Sql, name: string, label: string): Promise<boolean> {
  try {
    return (await sql.query('UPDATE mac SET label = $2 WHERE name = $1 RETURNING name', [name, label])).length > 0
  } catch (error) {
    throw isUniqueViolation(error) ? labelTaken(label) : error
  }
}

/** Stores a code, which replaces the previous one. */
export const putCode = (sql: Sql, code: { mac: string; sha256: string; expiresMs: number }) =>
  sql.query(
    `INSERT INTO mac_code (mac, sha256, expires_ms) VALUES ($1, $2, $3)
      ON CONFLICT (mac) DO UPDATE SET sha256 = excluded.sha256, expires_ms = excluded.expires_ms`,
    [code.mac, code.sha256, code.expiresMs],
  )

/**
 * Redeems a code: from now on its Mac has this nkey and no other. Nothing that the Mac said before counts for the
 * machine that joins, which says hello anew. Returns undefined if no Mac is waiting for the code.
 */
export const redeemCode = (
  database: Transactions,
  { sha256, nkey, nowMs }: { sha256: string; nkey: string; nowMs: number },
): Promise<EnrolledMac | undefined> =>
  database.transaction(async (sql) => {
    const [used] = await sql.query<{ mac: string; expires_ms: number }>(
      'DELETE FROM mac_code WHERE sha256 = $1 RETURNING mac, expires_ms',
      [sha256],
    )
    if (used === undefined || used.expires_ms <= nowMs || (await isKnown(sql, nkey))) return undefined
    const mac = await enrolledMac(sql, used.mac)
    if (mac === undefined || mac.revoked_ms !== null) return undefined
    if (mac.nkey !== null) await refuseNkey(sql, mac.nkey, nowMs)
    await sql.query(
      `UPDATE mac SET nkey = $2, joined_ms = $3, instance = NULL, session = NULL, run = NULL, former_run = NULL,
        seen_ms = NULL, cloned_ms = NULL WHERE name = $1`,
      [mac.name, nkey, nowMs],
    )
    return mac
  })

/** An nkey belongs to one Mac for as long as that Mac may connect. */
async function isKnown(sql: Sql, nkey: string): Promise<boolean> {
  const [known] = await sql.query(
    'SELECT 1 FROM mac WHERE nkey = $1 UNION ALL SELECT 1 FROM revoked_nkey WHERE nkey = $1',
    [nkey],
  )
  return known !== undefined
}

const refuseNkey = (sql: Sql, nkey: string, nowMs: number) =>
  sql.query('INSERT INTO revoked_nkey (nkey, revoked_ms) VALUES ($1, $2) ON CONFLICT DO NOTHING', [nkey, nowMs])

/** Revokes a Mac: from now on nothing from it is stored, and it gets no orders. Returns whether it exists. */
export const refuseMac = (database: Transactions, name: string, nowMs: number): Promise<boolean> =>
  database.transaction(async (sql) => {
    const [mac] = await sql.query<{ nkey: string | null }>(
      'UPDATE mac SET revoked_ms = coalesce(revoked_ms, $2), session = NULL WHERE name = $1 RETURNING nkey',
      [name, nowMs],
    )
    if (mac?.nkey) await refuseNkey(sql, mac.nkey, nowMs)
    await sql.query('DELETE FROM mac_code WHERE mac = $1', [name])
    await releaseOrdersOf(sql, name, nowMs)
    return mac !== undefined
  })

/** Returns when each nkey was refused, in Unix milliseconds. */
export async function refusedNkeys(sql: Sql): Promise<Map<string, number>> {
  const rows = await sql.query<{ nkey: string; revoked_ms: number }>('SELECT nkey, revoked_ms FROM revoked_nkey')
  return new Map(rows.map(({ nkey, revoked_ms }) => [nkey, revoked_ms]))
}
