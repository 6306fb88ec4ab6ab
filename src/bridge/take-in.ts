/**
 * Ingests rows of Messages page by page: decides the outcome of each row, and commits a page together with its cursor.
 */
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { ConversationKey, Handle, MessageGuid, RowId } from '../contract/ids.ts'
import { holdMs, patienceMs } from '../domain/completeness.ts'
import { cappedDate, laneOf } from '../domain/lane.ts'
import type { RelayMessage } from '../domain/message.ts'
import type { Chat, Row } from '../domain/row.ts'
import type { ScopeSettings } from '../domain/scope.ts'
import type { Enqueue, IngestedRow, IngestStore } from '../store/journal/ingest-store.ts'
import type { Position } from '../store/journal/position.ts'
import type { LaneWatch } from './lane-watch.ts'
import { type ChatRow, inChat, type RelayDeps, relay } from './relay.ts'
import { repeats } from './repeats.ts'
import { taken } from './taken.ts'

const pageSize = 200

/** The reads of chat.db that ingestion needs. */
export interface RowReader {
  after(rowid: number, limit: number): Row[]
  withRowids(rowids: readonly number[]): Row[]
  sentSince(sinceMs: number, afterRowid: number, limit: number): Row[]
  chatOfOrphan(handle: Handle): Chat
  toMessage(row: ChatRow, sender: string): RelayMessage
}

export interface TakeInDeps {
  intake: IngestStore
  enqueue: Enqueue
  lanes: LaneWatch
  scope(): ScopeSettings
  nameOf(handle: Handle): string | undefined
  sentByUs(row: ChatRow, isSelf: boolean): boolean
  /** Runs after a page is committed to disk: hand over, mirror, export. */
  onPage(taken: readonly IngestedRow[], position: Position): void
}

/** Ingests everything that is available now. The position must have been set before. */
export async function takeIn(rows: RowReader, deps: TakeInDeps, nowMs: number): Promise<void> {
  const run = startRun(rows, deps, nowMs)
  await takeWaiting(rows, run)
  await takeRescan(rows, run)
  for (;;) {
    const page = rows.after(run.position.rowid, pageSize)
    const last = page.at(-1)
    if (last === undefined) return
    await run.take(page, { ...run.position, rowid: last.rowid, guid: last.guid })
    if (page.length < pageSize) return
  }
}

async function takeWaiting(rows: RowReader, run: Run): Promise<void> {
  const rowids = [...run.firstSeenMs.keys()]
  for (let start = 0; start < rowids.length; start += pageSize) {
    const asked = rowids.slice(start, start + pageSize)
    const found = rows.withRowids(asked)
    const there = new Set(found.map(({ rowid }) => rowid))
    await run.take(
      found,
      run.position,
      asked.filter((rowid) => !there.has(rowid)),
    )
  }
}

/**
 * Ingests recently sent rows after the database was rebuilt, whatever their ROWIDs are now; GUIDs identify those
 * already known.
 */
async function takeRescan(rows: RowReader, run: Run): Promise<void> {
  for (let { rescan } = run.position; rescan !== null; { rescan } = run.position) {
    const page = rows.sentSince(rescan.sinceMs, rescan.afterRowid, pageSize)
    const last = page.at(-1)
    const isDone = last === undefined || page.length < pageSize || last.rowid >= rescan.upToRowid
    await run.take(page, { ...run.position, rescan: isDone ? null : { ...rescan, afterRowid: last.rowid } })
  }
}

interface Run {
  position: Position
  /** The times at which waiting rows were first seen, by ROWID. */
  firstSeenMs: ReadonlyMap<RowId, number>
  take(page: readonly Row[], position: Position, vanished?: readonly RowId[]): Promise<void>
}

function startRun(rows: RowReader, deps: TakeInDeps, nowMs: number): Run {
  const { intake } = deps
  const firstSeenMs = new Map(intake.waiting().map((waiting) => [waiting.rowid, waiting.firstSeenMs]))
  /** Conversations with an earlier row that is incomplete; their later rows wait. */
  const held = new Set<ConversationKey>()
  const run: Run = {
    position: knownPosition(intake),
    firstSeenMs,
    async take(page, position, vanished = []) {
      const decided = await decide(page, { rows, deps, nowMs, firstSeenMs, held, newestMs: run.position.newestMs })
      run.position = { ...position, newestMs: newestOf(page, run.position.newestMs, nowMs) }
      const done = [...vanished, ...decided.rows.map(({ rowid }) => rowid)]
      intake.commit(
        { ...decided, settled: done.filter((rowid) => firstSeenMs.has(rowid)), position: run.position, nowMs },
        deps.enqueue,
      )
      deps.onPage(decided.rows, run.position)
      if (page.length === pageSize) await yieldToOthers()
    },
  }
  return run
}

function knownPosition(intake: IngestStore): Position {
  const position = intake.position()
  if (position === undefined) throw new Error('Rows were to be taken in before the relay had a place in chat.db.')
  return position
}

/**
 * Own messages are dated by this Mac's clock, and others by the network; a fast clock here must not make others late.
 */
const newestOf = (page: readonly Row[], newestMs: number, nowMs: number): number =>
  page
    .filter(({ isFromMe }) => !isFromMe)
    .reduce((newest, { sentAtMs }) => Math.max(newest, cappedDate(sentAtMs, nowMs)), newestMs)

/** A row without a date is dated now, so that a message written just now is not lost for lack of a date. */
const datedBy = (row: Row, nowMs: number): Row => (row.sentAtMs === 0 ? { ...row, sentAtMs: nowMs } : row)

interface Deciding {
  rows: RowReader
  deps: TakeInDeps
  nowMs: number
  newestMs: number
  firstSeenMs: ReadonlyMap<RowId, number>
  held: Set<ConversationKey>
}

interface Decided {
  rows: IngestedRow[]
  waiting: { rowid: RowId; guid: MessageGuid }[]
}

async function decide(found: readonly Row[], deciding: Deciding): Promise<Decided> {
  const { rows, deps, nowMs, newestMs, firstSeenMs, held } = deciding
  const page = found.map((row) => datedBy(row, nowMs))
  const decided: Decided = { rows: [], waiting: [] }
  const scope = deps.scope()
  const lane = deps.lanes.clockFor(page, newestMs, nowMs)
  // The absolute difference is used so that a row does not wait for hours after the clock was set back.
  const waitedMs = (row: Row) => Math.abs(nowMs - (firstSeenMs.get(row.rowid) ?? nowMs))
  const relayDeps: RelayDeps = {
    ...deps,
    scope,
    lane,
    mayWait: (row) => waitedMs(row) < patienceMs && laneOf(row.sentAtMs, lane) === 'relay',
    chatOfOrphan: rows.chatOfOrphan,
    isRepeat: repeats(deps.intake, decided.rows),
    toMessage: rows.toMessage,
  }
  const conversationOf = (row: Row) =>
    row.chat?.conversation ?? (row.handle && rows.chatOfOrphan(row.handle).conversation)

  for (const row of page) {
    const conversation = conversationOf(row)
    const isHeld = conversation !== null && held.has(conversation)
    const outcome = isHeld ? { waits: 'turn' as const } : relay(row, relayDeps)
    if (!('waits' in outcome)) {
      // The row is stored in the chat in which it was judged, since otherwise it would not be recognised when it comes
      // again.
      decided.rows.push(taken(inChat(row, relayDeps) ?? row, outcome, scope.selfHandles))
      continue
    }
    decided.waiting.push({ rowid: row.rowid, guid: row.guid })
    if (conversation !== null && waitedMs(row) < holdMs) held.add(conversation)
  }
  return decided
}
