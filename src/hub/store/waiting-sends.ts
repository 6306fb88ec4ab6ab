/**
 * Keeps sends that wait for their time or their owner before they become orders. Each becomes an order at most once.
 */
import { timestamp } from '../../base/timestamp.ts'
import type { Scheduled, SendService } from '../../contract/send.ts'
import { ServiceError } from '../../domain/service-error.ts'
import type { Sql, Transactions } from './database.ts'
import { hubGuid } from './ids.ts'
import { ended, failure, forgetFiles, requireQueueRoom, requireScheduleRoom } from './sends.ts'

/** A waiting send with everything that is shown of it. */
export interface WaitingSend {
  id: string
  stage: 'held' | 'scheduled' | 'missed'
  asked_by: string
  asker_label: string | null
  asked_reason: string | null
  line: number
  kind: 'text' | 'file'
  handle: string
  to_guid: string | null
  asked_service: SendService | null
  text: string | null
  file_name: string | null
  file_sha256: string | null
  send_at_ms: number | null
  created_at_ms: number
  updated_at_ms: number
  expires_at_ms: number
}

const columns = `id, stage, asked_by, asker_label, asked_reason, line, kind, handle, to_guid, asked_service, text, file_name,
  file_sha256, send_at_ms, created_at_ms, updated_at_ms, expires_at_ms`
const isScheduled = "stage IN ('scheduled', 'missed')"

/** Lists scheduled sends, earliest first. */
export async function listScheduled(sql: Sql, limit: number): Promise<Scheduled[]> {
  const rows = await sql.query<WaitingSend>(
    `SELECT ${columns} FROM send WHERE ${isScheduled} ORDER BY send_at_ms, seq LIMIT $1`,
    [limit],
  )
  return rows.map(scheduledOf)
}

export async function findScheduled(sql: Sql, id: string): Promise<Scheduled | undefined> {
  const [row] = await sql.query<WaitingSend>(`SELECT ${columns} FROM send WHERE id = $1 AND ${isScheduled}`, [id])
  return row && scheduledOf(row)
}

interface Change {
  text?: string | undefined
  sendAtMs?: number | undefined
}

/** Changes a scheduled send. Returns `not_scheduled` if it no longer is one, and `no_text` if there is no text to change. */
export async function changeScheduled(
  sql: Sql,
  id: string,
  { text, sendAtMs }: Change,
  nowMs: number,
): Promise<'changed' | 'not_scheduled' | 'no_text'> {
  const [row] = await sql.query<{ text: string | null }>(
    `UPDATE send SET text = CASE WHEN text IS NULL THEN NULL ELSE coalesce($2, text) END,
        send_at_ms = coalesce($3, send_at_ms), stage = CASE WHEN $3::bigint IS NULL THEN stage ELSE 'scheduled' END,
        state = CASE WHEN $3::bigint IS NULL THEN state ELSE 'scheduled' END, updated_at_ms = $4
      WHERE id = $1 AND ${isScheduled} AND ($2::text IS NULL OR text IS NOT NULL) RETURNING text`,
    [id, text ?? null, sendAtMs ?? null, nowMs],
  )
  if (row !== undefined) return 'changed'
  return (await findScheduled(sql, id)) === undefined ? 'not_scheduled' : 'no_text'
}

/** Lists held sends, oldest first. */
export const listHeld = (sql: Sql, limit: number, nowMs: number): Promise<WaitingSend[]> =>
  sql.query<WaitingSend>(
    `SELECT ${columns} FROM send WHERE stage = 'held' AND expires_at_ms >= $2 ORDER BY seq LIMIT $1`,
    [limit, nowMs],
  )

export async function findHeld(
  sql: Sql,
  id: string,
  nowMs: number,
  forUpdate = false,
): Promise<WaitingSend | undefined> {
  const [row] = await sql.query<WaitingSend>(
    `SELECT ${columns} FROM send WHERE id = $1 AND stage = 'held' AND expires_at_ms >= $2 ${forUpdate ? 'FOR UPDATE' : ''}`,
    [id, nowMs],
  )
  return row
}

interface Release {
  /** Throws if the send differs from the version that was shown. */
  check(held: WaitingSend): void
  text?: string | undefined
  nowMs: number
  expiresAfterMs: number
}

/** Releases a held send. Throws `send_not_found`, `not_held`, `invalid_request`, `queue_full` and `schedule_full`. */
export const releaseHeld = (
  database: Transactions,
  id: string,
  { check, text, nowMs, expiresAfterMs }: Release,
): Promise<void> =>
  database.transaction(async (sql) => {
    const held = await requireHeld(sql, id, nowMs)
    check(held)
    if (text !== undefined && held.text === null)
      throw new ServiceError('invalid_request', 'It has no text.', {
        in: 'body',
        path: 'text',
        reason: 'is not part of it',
      })
    // If its time passed while it waited, it is sent now: the owner has just seen and released it.
    const isLater = held.send_at_ms !== null && held.send_at_ms > nowMs
    if (isLater) await requireScheduleRoom(sql)
    else await requireQueueRoom(sql, held.line)
    await sql.query(
      `UPDATE send SET stage = $2, state = $3, text = coalesce($4, text), expires_at_ms = $5, updated_at_ms = $6 WHERE id = $1`,
      [
        id,
        isLater ? 'scheduled' : 'ready',
        isLater ? 'scheduled' : 'queued',
        text ?? null,
        nowMs + expiresAfterMs,
        nowMs,
      ],
    )
  })

/** Refuses a held send. Throws `send_not_found` and `not_held`. */
export const refuseHeld = (database: Transactions, id: string, nowMs: number): Promise<void> =>
  database.transaction(async (sql) => {
    await requireHeld(sql, id, nowMs)
    await sql.query(`UPDATE send SET ${ended('$2')} WHERE id = $1`, [id, nowMs, 'failed', ...failure('send_refused')])
    await forgetFiles(sql)
  })

async function requireHeld(sql: Sql, id: string, nowMs: number): Promise<WaitingSend> {
  const held = await findHeld(sql, id, nowMs, true)
  if (held !== undefined) return held
  const [there] = await sql.query('SELECT 1 FROM send WHERE id = $1', [id])
  if (there === undefined) throw new ServiceError('send_not_found', 'There is no such message.', { id })
  throw new ServiceError('not_held', 'This message is not waiting for a decision.', { id })
}

interface Due {
  id: string
  send_at_ms: number
}

/** Releases sends that are due; `isMissed` tells whether a time passed unnoticed, so that somebody has to decide. */
export async function releaseDue(
  database: Transactions,
  { nowMs, expiresAfterMs, isMissed }: { nowMs: number; expiresAfterMs: number; isMissed(sendAtMs: number): boolean },
): Promise<void> {
  await database.transaction(async (sql) => {
    const due = await sql.query<Due>(
      "SELECT id, send_at_ms FROM send WHERE stage = 'scheduled' AND send_at_ms <= $1 ORDER BY seq FOR UPDATE SKIP LOCKED",
      [nowMs],
    )
    const { missed = [], due: now = [] } = Object.groupBy(due, (one) => (isMissed(one.send_at_ms) ? 'missed' : 'due'))
    const ids = (of: readonly Due[]) => of.map(({ id }) => id)
    if (missed.length > 0)
      await sql.query("UPDATE send SET stage = 'missed', state = 'missed', updated_at_ms = $2 WHERE id = ANY($1)", [
        ids(missed),
        nowMs,
      ])
    if (now.length > 0)
      await sql.query(
        "UPDATE send SET stage = 'ready', state = 'queued', expires_at_ms = $2, updated_at_ms = $3 WHERE id = ANY($1)",
        [ids(now), nowMs + expiresAfterMs, nowMs],
      )
  })
}

/** Returns the GUID of the chat on the hub. */
export const chatOf = ({ line, to_guid }: Pick<WaitingSend, 'line' | 'to_guid'>): string | null =>
  to_guid === null ? null : hubGuid(line, to_guid)

const scheduledOf = (row: WaitingSend): Scheduled => ({
  id: row.id,
  state: row.stage === 'missed' ? 'missed' : 'scheduled',
  send_at: timestamp(row.send_at_ms ?? 0),
  kind: row.kind,
  handle: row.handle,
  chat_guid: chatOf(row),
  service: row.asked_service,
  text: row.text,
  file_name: row.file_name,
  created_at: timestamp(row.created_at_ms),
  updated_at: timestamp(row.updated_at_ms),
})
