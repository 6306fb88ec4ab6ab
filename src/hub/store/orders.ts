/**
 * Keeps sends as orders: the Mac that each was published for, the installation that began it, and the state in its
 * ledger. Reports that come twice, late or out of order have one effect.
 */
import type { Send, SendService } from '../../contract/send.ts'
import type { FilePartAsked, OrderAnswer, OrderAsked, OrderedSend, Outcome } from '../../envelope/orders.ts'
import type { Sql, Transactions } from './database.ts'
import type { FeedMessage } from './feed.ts'
import { hubGuid, hubRowid } from './ids.ts'
import { ended, failure, forgetFiles } from './sends.ts'

/** Only a Mac that was seen within this time gets orders. */
export const seenWithinMs = 15_000
/** An order that was published and not heard of is published again after this time, in case it was lost. */
const publishAgainMs = 10_000
/** A Mac that has an order is asked again after this time, in case its report was lost. */
const lookAgainMs = 5 * 60_000
/** The ledger of a Mac remembers idempotency keys for this long. */
const ledgerKnowsMs = 24 * 3_600_000

/** The states of a send in the ledger of a Mac that may still change. */
const unsettled = "'held', 'queued', 'handed_over'"

export interface PublishedOrder {
  id: string
  mac: string
  seq: number
}

/**
 * Chooses the Mac for each order, records that the order is published, and returns the orders in their sequence.
 * Recording comes first, so that an order without a record was certainly published to nobody.
 */
export const ordersToPublish = (
  sql: Sql,
  { part, nowMs, most }: { part: number; nowMs: number; most: number },
): Promise<PublishedOrder[]> =>
  sql
    .query<PublishedOrder>(
      `WITH ready AS (
        SELECT s.seq, there.name, there.ledger
          FROM send s JOIN LATERAL (
            SELECT name, ledger FROM mac
              WHERE mac.line = s.line AND mac.part = $1 AND mac.seen_ms > $2 AND mac.ledger IS NOT NULL AND mac.revoked_ms IS NULL
                AND (s.mac IS NULL OR s.mac = mac.name)
              ORDER BY name LIMIT 1) there ON true
          WHERE (s.stage = 'ready' AND (s.published_at_ms IS NULL OR s.published_at_ms < $3))
            OR (s.stage = 'known' AND s.state IN (${unsettled}, 'uncertain')
              AND s.published_at_ms < $4 AND s.updated_at_ms < $4 AND s.created_at_ms > $5)
          ORDER BY s.seq LIMIT $7 FOR UPDATE OF s SKIP LOCKED)
      UPDATE send SET mac = ready.name, ledger = coalesce(send.ledger, ready.ledger), published_at_ms = $6
        FROM ready WHERE send.seq = ready.seq RETURNING send.id, send.mac, send.seq`,
      [part, nowMs - seenWithinMs, nowMs - publishAgainMs, nowMs - lookAgainMs, nowMs - ledgerKnowsMs, nowMs, most],
    )
    .then((orders) => orders.sort((one, other) => one.seq - other.seq))

/** Ends orders that waited too long: for certain if they were published to nobody, otherwise once a ledger answers. */
export async function expireOrders(sql: Sql, nowMs: number): Promise<void> {
  await sql.query(`UPDATE send SET ${ended('$1')} WHERE stage = $2 AND expires_at_ms < $1`, [
    nowMs,
    'held',
    'failed',
    ...failure('send_unanswered'),
  ])
  await sql.query(
    `UPDATE send SET ${ended('$1')} WHERE stage = $2 AND expires_at_ms < $1 AND published_at_ms IS NULL`,
    [nowMs, 'ready', 'failed', ...failure('send_expired')],
  )
  await sql.query(
    `UPDATE send SET state = 'uncertain', error_code = $3, error_message = $4, updated_at_ms = $1
      WHERE stage = $2 AND expires_at_ms < $1 AND state = 'queued'`,
    [nowMs, 'ready', ...failure('send_uncertain')],
  )
  // No ledger remembers orders that were published this long ago.
  await sql.query(
    "UPDATE send SET stage = 'over', text = NULL, file_name = NULL WHERE stage = 'ready' AND state = 'uncertain' AND expires_at_ms < $1",
    [nowMs - ledgerKnowsMs],
  )
  await forgetFiles(sql)
}

/**
 * Makes sends uncertain that a Mac has accepted and said nothing more of for a day, since it may never come back. What it
 * reports later replaces this.
 */
export const doubtUnsettled = (sql: Sql, nowMs: number): Promise<unknown> =>
  sql.query(
    `UPDATE send SET state = 'uncertain', error_code = $2, error_message = $3, updated_at_ms = $1
      WHERE stage = 'known' AND expires_at_ms < $4 AND state IN (${unsettled})`,
    [nowMs, ...failure('send_uncertain'), nowMs - ledgerKnowsMs],
  )

/**
 * Releases the orders of a Mac that is gone for good. Those that it has not begun go to another Mac of its line, or expire; the
 * others become uncertain, since no one is left to report their outcome.
 */
export async function releaseOrdersOf(sql: Sql, mac: string, nowMs: number): Promise<void> {
  const notBegun = "mac = $1 AND stage = 'ready' AND begun_by IS NULL"
  await sql.query(
    `UPDATE send SET mac = NULL, ledger = NULL, published_at_ms = NULL WHERE ${notBegun} AND state = 'queued'`,
    [mac],
  )
  await sql.query(`UPDATE send SET ${ended('$2')} WHERE ${notBegun}`, [
    mac,
    nowMs,
    'failed',
    ...failure('send_expired'),
  ])
  await sql.query(
    `UPDATE send SET ${ended('$2')} WHERE mac = $1 AND (stage = 'ready' OR (stage = 'known' AND state IN (${unsettled})))`,
    [mac, nowMs, 'uncertain', ...failure('send_uncertain')],
  )
  await forgetFiles(sql)
}

interface OrderRow {
  seq: number
  stage: string
  state: string
  mac: string | null
  ledger: string | null
  begun_by: string | null
  /** The installation that makes the request. */
  installation: string
  expires_at_ms: number
  kind: 'text' | 'file'
  handle: string
  to_guid: string | null
  asked_service: SendService | null
  is_confirmed: boolean
  text: string | null
  file_name: string | null
  file_bytes: number | null
}

const isHolder = 'm.nkey = $2 AND m.session = $3 AND m.run IS NOT DISTINCT FROM $4 AND m.revoked_ms IS NULL'
const orderFor = `SELECT s.seq, s.stage, s.state, s.mac, s.ledger, s.begun_by, m.nkey || ' ' || m.instance AS installation, s.expires_at_ms, s.kind, s.handle, s.to_guid,
    s.asked_service, s.is_confirmed, s.text, s.file_name, s.file_bytes
  FROM send s JOIN mac m ON m.name = $1 WHERE s.id = $5 AND ${isHolder} FOR UPDATE OF s`

/** The Mac that makes the request, as verified by nats-server. */
export interface MacThatAsks {
  name: string
  nkey: string
}

/**
 * Returns undefined if there is no such order for this Mac, and `not_yours` to an uplink that does not hold the session of the
 * Mac, such as one that has just been replaced: the order is left to its successor.
 */
async function orderOf(
  sql: Sql,
  { name, nkey }: MacThatAsks,
  { order, session, run = null }: { order: string; session: string; run?: string | null | undefined },
): Promise<OrderRow | 'not_yours' | undefined> {
  const holder = [name, nkey, session, run]
  const [row] = await sql.query<OrderRow>(orderFor, [...holder, order])
  if (row !== undefined) return row.mac === name ? row : undefined
  const [held] = await sql.query(`SELECT 1 FROM mac m WHERE m.name = $1 AND ${isHolder}`, holder)
  return held === undefined ? 'not_yours' : undefined
}

/**
 * Returns the content of an order to the Mac that it was published for. The first installation that asks begins the
 * order: another installation under the same name has another idempotency key, under which the ledger would not know
 * it. Only the clock of the hub decides when an order begins.
 */
export const beginOrder = (
  database: Transactions,
  { mac, asked, nowMs }: { mac: MacThatAsks; asked: OrderAsked; nowMs: number },
): Promise<OrderAnswer> =>
  database.transaction(async (sql): Promise<OrderAnswer> => {
    const row = await orderOf(sql, mac, asked)
    if (row === 'not_yours') return { is: 'not_yours' }
    if (row === undefined || row.ledger === null) return { is: 'over' }
    const isOfOther = row.begun_by !== null && row.begun_by !== row.installation
    if (row.stage === 'ready' && isOfOther) {
      await becomeUncertain(sql, row.seq, nowMs)
      return { is: 'over' }
    }
    if (isOfOther) return { is: 'over' }
    if (row.stage === 'known') return { is: 'look', ledger: row.ledger }
    if (row.stage !== 'ready') return { is: 'over' }
    if (row.expires_at_ms <= nowMs) return { is: 'look', ledger: row.ledger }
    await sql.query('UPDATE send SET begun_by = $2 WHERE seq = $1', [row.seq, row.installation])
    return { is: 'send', ledger: row.ledger, send: orderedSend(row) }
  })

function orderedSend(row: OrderRow): OrderedSend {
  const { handle, to_guid, text, file_name, file_bytes, is_confirmed: isConfirmed } = row
  const service = row.asked_service === null ? {} : { service: row.asked_service }
  if (row.kind === 'file') {
    const file = { name: file_name ?? '', bytes: file_bytes ?? 0 }
    return { is: 'send_file', handle: to_guid ?? handle, ...(text !== null && { text }), ...service, file, isConfirmed }
  }
  if (to_guid !== null) return { is: 'send_to_chat', guid: to_guid, text: text ?? '', isConfirmed }
  return { is: 'send', handle, text: text ?? '', ...service, isConfirmed }
}

const becomeUncertain = (sql: Sql, seq: number, nowMs: number): Promise<unknown> =>
  sql.query(`UPDATE send SET ${ended('$2')} WHERE seq = $1`, [seq, nowMs, 'uncertain', ...failure('send_uncertain')])

/** Returns a part of the file that an order sends; undefined if there is none. */
export async function orderedFilePart(
  database: Transactions,
  mac: MacThatAsks,
  asked: FilePartAsked,
): Promise<Uint8Array | undefined> {
  const order = await database.transaction((sql) => orderOf(sql, mac, asked))
  if (order === undefined || order === 'not_yours') return undefined
  const [row] = await database.query<{ bytes: Uint8Array }>(
    'SELECT bytes FROM send_file WHERE send = $1 AND part = $2',
    [order.seq, asked.part],
  )
  return row?.bytes
}

/**
 * Records the outcome of an order if the report comes from the program that holds the session of its Mac. Returns false
 * to all others: the holder will report it. A report without news is not recorded.
 */
export const noteOutcome = (
  database: Transactions,
  { mac, outcome, nowMs }: { mac: MacThatAsks; outcome: Outcome; nowMs: number },
): Promise<boolean> =>
  database.transaction(async (sql) => {
    const row = await orderOf(sql, mac, outcome)
    if (row === 'not_yours') return false
    if (row === undefined) return true
    const isReady = row.stage === 'ready'
    switch (outcome.is) {
      case 'known':
        if (isReady || row.stage === 'known') await noteKnown(sql, row.seq, outcome.send, nowMs)
        break
      case 'refused':
        if (!isReady) return true
        await sql.query(`UPDATE send SET ${ended('$2')}, key_hash = NULL WHERE seq = $1`, [
          row.seq,
          nowMs,
          'failed',
          outcome.code,
          outcome.message,
        ])
        break
      case 'absent':
        // The ledger answers about an order whose time is over: it was not sent, and will not be.
        if (!isReady || row.expires_at_ms > nowMs) return true
        await sql.query(`UPDATE send SET ${ended('$2')} WHERE seq = $1`, [
          row.seq,
          nowMs,
          'failed',
          ...failure('send_expired'),
        ])
        break
      case 'another_ledger':
        if (isReady || isOnItsWay(row)) await becomeUncertain(sql, row.seq, nowMs)
    }
    await forgetFiles(sql)
    return true
  })

/** Whether the send was on its way: if its ledger is lost, nobody knows the outcome. */
const isOnItsWay = ({ stage, state }: OrderRow): boolean =>
  stage === 'known' && (state === 'queued' || state === 'handed_over')

const says = `state = $2, chat_guid = $3, service = $4, sms_fallback = $5, mac_rowid = $6, guid = $7, error_code = $8,
  error_message = $9, updated_at_ms = $10`

const saidBy = (send: Send, nowMs: number) => [
  send.state,
  send.chat_guid,
  send.service,
  send.sms_fallback,
  send.rowid,
  send.guid,
  send.error?.code ?? null,
  send.error?.message ?? null,
  nowMs,
]

const noteKnown = (sql: Sql, seq: number, send: Send, nowMs: number): Promise<unknown> =>
  sql.query(`UPDATE send SET stage = 'known', mac_send = $11, ${says}, text = NULL, file_name = NULL WHERE seq = $1`, [
    seq,
    ...saidBy(send, nowMs),
    send.id,
  ])

/** Records what a Mac reports about its sends, except those that are no orders of the hub. */
export async function noteSends(
  sql: Sql,
  { mac, sends, nowMs }: { mac: string; sends: readonly Send[]; nowMs: number },
): Promise<void> {
  for (const send of sends)
    await sql.query(`UPDATE send SET ${says} WHERE mac = $1 AND mac_send = $11 AND stage = 'known'`, [
      mac,
      ...saidBy(send, nowMs),
      send.id,
    ])
}

interface Untold {
  id: string
  line: number
  state: string
  chat_guid: string | null
  rowid: number | null
  mac_rowid: number | null
  error_code: string | null
  revision: number
}

export interface UntoldSend extends FeedMessage {
  send: string
  revision: number
}

/** Returns changes of sends that the feed has not told, oldest first. */
export async function untoldSends(sql: Sql, part: number): Promise<UntoldSend[]> {
  const rows = await sql.query<Untold>(
    `SELECT s.id, s.line, s.state, s.chat_guid, s.mac_rowid, s.error_code, s.revision,
        (SELECT m.rowid FROM message m WHERE m.line = s.line AND m.mac_rowid = s.mac_rowid AND m.mac = s.mac LIMIT 1) AS rowid
      FROM send s WHERE NOT s.is_told AND s.line IN (SELECT line FROM mac WHERE part = $1) ORDER BY s.revision LIMIT 500`,
    [part],
  )
  return rows.map(({ id, line, state, chat_guid, rowid, mac_rowid, error_code, revision }) => ({
    id: `send.${id}.${revision}`,
    line,
    send: id,
    revision,
    events: [
      {
        type: 'send_updated',
        id,
        state,
        error_code,
        chat_guid: chat_guid === null ? null : hubGuid(line, chat_guid),
        rowid: mac_rowid === null ? null : (rowid ?? hubRowid(line, mac_rowid)),
      },
    ],
  }))
}

/**
 * Skips rows that another transaction is changing, since waiting for several of them could deadlock. They are told
 * again, under the same id or as another change.
 */
export const noteTold = (sql: Sql, told: readonly Pick<UntoldSend, 'send' | 'revision'>[]): Promise<unknown> =>
  sql.query(
    `UPDATE send SET is_told = true FROM (
        SELECT s.seq FROM send s JOIN unnest($1::text[], $2::bigint[]) AS told (id, revision)
          ON s.id = told.id AND s.revision = told.revision FOR UPDATE OF s SKIP LOCKED) AS free
      WHERE send.seq = free.seq`,
    [told.map(({ send }) => send), told.map(({ revision }) => revision)],
  )
