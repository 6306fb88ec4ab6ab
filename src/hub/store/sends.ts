/** Keeps the sends that a hub has accepted: accepts each once, and shows them as the API does. */
import { timestamp } from '../../base/timestamp.ts'
import { type ErrorCode, errors } from '../../contract/errors.ts'
import { mostScheduled } from '../../contract/limits.ts'
import { mostHeldOfOne } from '../../contract/outbox.ts'
import type { Send, SendService, SendState } from '../../contract/send.ts'
import { sameHandle } from '../../domain/handles.ts'
import { ServiceError } from '../../domain/service-error.ts'
import type { Sql, Transactions } from './database.ts'
import { hubGuid, hubRowid } from './ids.ts'
import { locks } from './locks.ts'

export type Stage = 'held' | 'scheduled' | 'missed' | 'ready' | 'known' | 'over'

export interface NewSend {
  id: string
  /** The requester, in the form that sending uses. */
  by: string
  keyHash: Uint8Array | null
  contentHash: Uint8Array
  line: number
  /** Whether the sender named the line; otherwise it was chosen. */
  isLineNamed: boolean
  handle: string
  /** The GUID of the chat on the Mac. */
  guid: string | null
  service: SendService | null
  isConfirmed: boolean
  text: string | null
  file: { name: string; sha256: string; bytes: number; parts(): AsyncIterable<Uint8Array> } | null
  createdAtMs: number
  expiresAtMs: number
  sendAtMs: number | null
  /** Set if the owner has to release the send. */
  asks: { label: string; reason: string | null } | null
  /** The most sends that the requester may ask for in an hour. */
  perHour: number | null
}

export interface SendRow extends Pick<Send, 'id' | 'kind' | 'handle' | 'service' | 'sms_fallback' | 'guid'> {
  line: number
  state: SendState
  to_guid: string | null
  chat_guid: string | null
  mac_rowid: number | null
  hub_rowid: number | null
  error_code: ErrorCode | null
  error_message: string | null
  send_at_ms: number | null
  created_at_ms: number
  updated_at_ms: number
}

const columns = `s.id, s.kind, s.handle, s.service, s.sms_fallback, s.guid, s.line, s.state, s.to_guid, s.chat_guid, s.mac_rowid,
  s.error_code, s.error_message, s.send_at_ms, s.created_at_ms, s.updated_at_ms,
  (SELECT m.rowid FROM message m WHERE m.line = s.line AND m.mac_rowid = s.mac_rowid AND m.mac = s.mac LIMIT 1) AS hub_rowid`

const dayMs = 86_400_000
const hourMs = 3_600_000
/** The most sends that may wait for the Macs of one line. */
const longestQueue = 500
const placeFreeS = 5
const keptMs = 7 * dayMs

/**
 * Accepts a send, or returns the one that the same idempotency key created within the last day. Throws
 * `idempotency_mismatch`, `queue_full`, `schedule_full` and `rate_limited`.
 */
export const acceptSend = (database: Transactions, order: NewSend): Promise<{ send: Send; isNew: boolean }> =>
  database.transaction(async (sql) => {
    const before = await replayOf(sql, order)
    if (before !== undefined) return { send: before, isNew: false }
    await requireRoom(sql, order)
    await insert(sql, order)
    return { send: await known(sql, order.id), isNew: true }
  })

/** A key is remembered for a day after its message was, or is to be, sent. */
const isRemembered = `(greatest(s.created_at_ms, s.send_at_ms) > $2 OR s.stage IN ('held', 'scheduled', 'missed'))`

async function replayOf(sql: Sql, order: NewSend) {
  const { keyHash, contentHash, line, isLineNamed, handle, guid, createdAtMs } = order
  if (keyHash === null) return undefined
  // Another request with the same key waits here, and then finds what this one has stored.
  await sql.query('SELECT pg_advisory_xact_lock($1, $2)', [locks.sendKey, Buffer.from(keyHash).readInt32BE()])
  const [row] = await sql.query<SendRow & { content_hash: Uint8Array }>(
    `SELECT ${columns}, s.content_hash FROM send s
      WHERE s.key_hash = $1 AND ${isRemembered}`,
    [keyHash, createdAtMs - dayMs],
  )
  if (row === undefined) {
    await sql.query(`UPDATE send s SET key_hash = NULL WHERE s.key_hash = $1 AND NOT ${isRemembered}`, [
      keyHash,
      createdAtMs - dayMs,
    ])
    return undefined
  }
  // The second request may write the person differently, and another line may have had contact with them meanwhile.
  const isOfSame = row.line === line || (guid === null && !isLineNamed)
  const isToSame = guid === null ? sameHandle(row.handle, handle) : row.to_guid === guid
  const isSame = isOfSame && isToSame && Buffer.compare(row.content_hash, contentHash) === 0
  if (isSame) return sendOf(row)
  throw new ServiceError('idempotency_mismatch', 'The key was used for something else within the last day.', {
    send: sendOf(row),
  })
}

async function requireRoom(sql: Sql, { by, line, createdAtMs, sendAtMs, asks, perHour }: NewSend): Promise<void> {
  const count = async (where: string, ...values: unknown[]) =>
    (await sql.query<{ n: number }>(`SELECT count(*) AS n FROM send WHERE ${where}`, values))[0]?.n ?? 0
  if (perHour !== null) {
    const within = 'asked_by = $1 AND (created_at_ms > $2 OR send_at_ms BETWEEN $3 AND $4)'
    const atMs = sendAtMs ?? createdAtMs
    if ((await count(within, by, createdAtMs - hourMs, atMs - hourMs, atMs + hourMs)) >= perHour)
      throw new ServiceError('rate_limited', `This key may ask for ${perHour} messages in an hour.`, {
        retry_after_s: hourMs / 1000,
      })
  }
  if (asks !== null) {
    if ((await count("asked_by = $1 AND stage = 'held'", by)) >= mostHeldOfOne)
      throw new ServiceError('queue_full', `${mostHeldOfOne} messages of this requester are waiting already.`, {
        retry_after_s: 600,
      })
  } else if (sendAtMs !== null) await requireScheduleRoom(sql)
  else await requireQueueRoom(sql, line)
}

export async function requireScheduleRoom(sql: Sql): Promise<void> {
  const [{ n = 0 } = {}] = await sql.query<{ n: number }>(
    "SELECT count(*) AS n FROM send WHERE stage IN ('scheduled', 'missed')",
  )
  if (n >= mostScheduled) throw new ServiceError('schedule_full', `${mostScheduled} messages are scheduled already.`)
}

export async function requireQueueRoom(sql: Sql, line: number): Promise<void> {
  const [{ n = 0 } = {}] = await sql.query<{ n: number }>(
    "SELECT count(*) AS n FROM send WHERE line = $1 AND stage = 'ready'",
    [line],
  )
  if (n >= longestQueue)
    throw new ServiceError('queue_full', `${longestQueue} messages wait for this line already.`, {
      retry_after_s: placeFreeS,
    })
}

async function insert(sql: Sql, order: NewSend): Promise<void> {
  const { id, by, line, handle, guid, service, isConfirmed, text, file, sendAtMs, asks } = order
  const stage: Stage = asks !== null ? 'held' : sendAtMs !== null ? 'scheduled' : 'ready'
  const [row] = await sql.query<{ seq: number }>(
    `INSERT INTO send (id, asked_by, key_hash, content_hash, line, kind, handle, to_guid, asked_service, is_confirmed, text,
        file_name, file_sha256, file_bytes, stage, state, send_at_ms, created_at_ms, updated_at_ms, expires_at_ms,
        asker_label, asked_reason, service, chat_guid)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $18, $19, $20, $21, $9, $8)
      RETURNING seq`,
    [
      id,
      by,
      order.keyHash,
      order.contentHash,
      line,
      file === null ? 'text' : 'file',
      handle,
      guid,
      service,
      isConfirmed,
      text,
      file?.name ?? null,
      file?.sha256 ?? null,
      file?.bytes ?? null,
      stage,
      stage === 'ready' ? 'queued' : stage,
      sendAtMs,
      order.createdAtMs,
      order.expiresAtMs,
      asks?.label ?? null,
      asks?.reason ?? null,
    ],
  )
  let part = 0
  for await (const bytes of file?.parts() ?? [])
    await sql.query('INSERT INTO send_file (send, part, bytes) VALUES ($1, $2, $3)', [row?.seq, part++, bytes])
}

async function known(sql: Sql, id: string): Promise<Send> {
  const send = await findSend(sql, id)
  if (send === undefined) throw new Error('A send that was just stored is gone.')
  return send
}

export async function findSend(sql: Sql, id: string): Promise<Send | undefined> {
  const [row] = await sql.query<SendRow>(`SELECT ${columns} FROM send s WHERE s.id = $1`, [id])
  return row && sendOf(row)
}

export interface SendsAsked {
  limit: number
  state?: SendState | undefined
  by?: string | undefined
  keyHash?: Uint8Array | null | undefined
}

/** Lists sends, newest first. */
export async function listSends(sql: Sql, { limit, state, by, keyHash }: SendsAsked): Promise<Send[]> {
  const rows = await sql.query<SendRow>(
    `SELECT ${columns} FROM send s WHERE ($2::text IS NULL OR s.state = $2) AND ($3::text IS NULL OR s.asked_by = $3)
      AND ($4::bytea IS NULL OR s.key_hash = $4) ORDER BY s.seq DESC LIMIT $1`,
    [limit, state ?? null, by ?? null, keyHash ?? null],
  )
  return rows.map(sendOf)
}

/** Returns those of these sends that a requester asked for. */
export async function sendsOf(sql: Sql, ids: readonly string[], by: string): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await sql.query<{ id: string }>('SELECT id FROM send WHERE id = ANY($1) AND asked_by = $2', [ids, by])
  return new Set(rows.map(({ id }) => id))
}

export async function requesterOf(sql: Sql, id: string): Promise<string | undefined> {
  const [row] = await sql.query<{ by: string }>('SELECT asked_by AS by FROM send WHERE id = $1', [id])
  return row?.by
}

/**
 * Cancels a send that no Mac has begun. Requests for its order are then no longer answered. Returns whether it was
 * cancelled.
 */
export async function cancelSend(sql: Sql, id: string, nowMs: number): Promise<boolean> {
  const cancelled = await sql.query(
    `UPDATE send SET ${ended('$2')} WHERE id = $1 AND stage IN ('held', 'scheduled', 'missed', 'ready') AND begun_by IS NULL
      AND state <> 'uncertain' RETURNING id`,
    [id, nowMs, 'failed', ...failure('send_cancelled')],
  )
  if (cancelled.length > 0) await forgetFiles(sql)
  return cancelled.length > 0
}

/** Finds the Mac whose ledger has a send that it may not have handed over yet. */
export async function macSendOf(sql: Sql, id: string): Promise<{ mac: string; send: string } | undefined> {
  const [row] = await sql.query<{ mac: string; send: string }>(
    "SELECT mac, mac_send AS send FROM send WHERE id = $1 AND stage = 'known' AND state IN ('held', 'queued')",
    [id],
  )
  return row
}

/** Ends a send; the state and the failure are `$3`, `$4` and `$5`. */
export const ended = (nowMs: string): string =>
  `stage = 'over', state = $3, error_code = $4, error_message = $5, updated_at_ms = ${nowMs}, text = NULL, file_name = NULL`

export const failure = (code: ErrorCode): [ErrorCode, string] => [code, errors[code].remedy]

/** Deletes the bytes of files that nothing will send any more. */
export const forgetFiles = (sql: Sql): Promise<unknown> =>
  sql.query("DELETE FROM send_file USING send s WHERE send_file.send = s.seq AND s.stage IN ('known', 'over')")

/** Forgets sends that nothing has happened to for a week. */
export const forgetOldSends = (sql: Sql, nowMs: number): Promise<unknown> =>
  sql.query("DELETE FROM send WHERE updated_at_ms < $1 AND stage IN ('known', 'over')", [nowMs - keptMs])

/** Counts the sends that wait, and tells since when. */
export async function waitingSends(sql: Sql): Promise<{ waiting: number; oldestMs: number | null }> {
  const [row] = await sql.query<{ waiting: number; oldest: number | null }>(
    `SELECT count(*) AS waiting, min(created_at_ms) AS oldest FROM send
      WHERE stage = 'ready' AND state = 'queued'`,
  )
  return { waiting: row?.waiting ?? 0, oldestMs: row?.oldest ?? null }
}

function sendOf(row: SendRow): Send {
  const { line, chat_guid, mac_rowid, hub_rowid, error_code, error_message } = row
  return {
    id: row.id,
    state: row.state,
    kind: row.kind,
    handle: row.handle,
    chat_guid: chat_guid === null ? null : hubGuid(line, chat_guid),
    service: row.service,
    sms_fallback: row.sms_fallback,
    rowid: mac_rowid === null ? null : (hub_rowid ?? hubRowid(line, mac_rowid)),
    guid: row.guid,
    error: error_code === null ? null : { code: error_code, message: error_message ?? '' },
    send_at: timestamp(row.send_at_ms),
    created_at: timestamp(row.created_at_ms),
    updated_at: timestamp(row.updated_at_ms),
  }
}
