/** Takes rows of Messages in, page by page: decides what becomes of each row, and commits a page with its cursor at once. */
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { ConversationKey, Handle, MessageGuid, RowId } from '../contract/ids.ts'
import { holdMs, patienceMs } from '../domain/completeness.ts'
import { cappedDate, laneOf } from '../domain/lane.ts'
import type { RelayMessage } from '../domain/message.ts'
import type { Chat, Row } from '../domain/row.ts'
import type { ScopeSettings } from '../domain/scope.ts'
import type { Enqueue, Intake, Taken } from '../store/journal/intake.ts'
import type { Position } from '../store/journal/position.ts'
import type { LaneWatch } from './lane-watch.ts'
import { type ChatRow, inChat, type RelayDeps, relay } from './relay.ts'
import { repeats } from './repeats.ts'
import { taken } from './taken.ts'

const pageSize = 200

/** The reads of chat.db that taking in needs. */
export interface RowReader {
  after(rowid: number, limit: number): Row[]
  withRowids(rowids: readonly number[]): Row[]
  sentSince(sinceMs: number, afterRowid: number, limit: number): Row[]
  chatOfOrphan(handle: Handle): Chat
  toMessage(row: ChatRow, sender: string): RelayMessage
}

export interface TakeInDeps {
  intake: Intake
  enqueue: Enqueue
  lanes: LaneWatch
  scope(): ScopeSettings
  nameOf(handle: Handle): string | undefined
  sentByUs(row: ChatRow, isSelf: boolean): boolean
  /** After a page is safe on the disk: hand over, mirror, export. */
  onPage(taken: readonly Taken[], position: Position): void
}

/** Everything that there is to take in now. `position` must have been set before. */
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

/** After the database was rebuilt: what was sent lately, wherever its ROWID lies now; GUIDs tell what is known already. */
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
  /** Rows that wait, by ROWID. */
  firstSeenMs: ReadonlyMap<RowId, number>
  take(page: readonly Row[], position: Position, vanished?: readonly RowId[]): Promise<void>
}

function startRun(rows: RowReader, deps: TakeInDeps, nowMs: number): Run {
  const { intake } = deps
  const firstSeenMs = new Map(intake.waiting().map((waiting) => [waiting.rowid, waiting.firstSeenMs]))
  /** Conversations in which an earlier row is not complete: later ones wait their turn. */
  const held = new Set<ConversationKey>()
  const run: Run = {
    position: knownPosition(intake),
    firstSeenMs,
    async take(page, position, vanished = []) {
      const decided = await decide(page, { rows, deps, nowMs, firstSeenMs, held, newestMs: run.position.newestMs })
      run.position = { ...position, newestMs: newestOf(page, run.position.newestMs, nowMs) }
      const done = [...vanished, ...decided.taken.map(({ rowid }) => rowid)]
      intake.commit(
        { ...decided, settled: done.filter((rowid) => firstSeenMs.has(rowid)), position: run.position, nowMs },
        deps.enqueue,
      )
      deps.onPage(decided.taken, run.position)
      if (page.length === pageSize) await yieldToOthers()
    },
  }
  return run
}

function knownPosition(intake: Intake): Position {
  const position = intake.position()
  if (position === undefined) throw new Error('Rows were to be taken in before the relay had a place in chat.db.')
  return position
}

/** What is sent from here is dated by this Mac's clock, others' by the network: one that is fast must not make them late. */
const newestOf = (page: readonly Row[], newestMs: number, nowMs: number): number =>
  page
    .filter(({ isFromMe }) => !isFromMe)
    .reduce((newest, { sentAtMs }) => Math.max(newest, cappedDate(sentAtMs, nowMs)), newestMs)

/** A row without a date is as new as its ROWID: what was written now must not be lost for want of it. */
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
  taken: Taken[]
  waiting: { rowid: RowId; guid: MessageGuid }[]
}

async function decide(found: readonly Row[], deciding: Deciding): Promise<Decided> {
  const { rows, deps, nowMs, newestMs, firstSeenMs, held } = deciding
  const page = found.map((row) => datedBy(row, nowMs))
  const decided: Decided = { taken: [], waiting: [] }
  const scope = deps.scope()
  const lane = deps.lanes.clockFor(page, newestMs, nowMs)
  // After the clock was set back, what waits has waited long enough rather than for hours to come.
  const waitedMs = (row: Row) => Math.abs(nowMs - (firstSeenMs.get(row.rowid) ?? nowMs))
  const relayDeps: RelayDeps = {
    ...deps,
    scope,
    lane,
    mayWait: (row) => waitedMs(row) < patienceMs && laneOf(row.sentAtMs, lane) === 'relay',
    chatOfOrphan: rows.chatOfOrphan,
    isRepeat: repeats(deps.intake, decided.taken),
    toMessage: rows.toMessage,
  }
  const conversationOf = (row: Row) =>
    row.chat?.conversation ?? (row.handle && rows.chatOfOrphan(row.handle).conversation)

  for (const row of page) {
    const conversation = conversationOf(row)
    const isHeld = conversation !== null && held.has(conversation)
    const outcome = isHeld ? { waits: 'turn' as const } : relay(row, relayDeps)
    if (!('waits' in outcome)) {
      // In the chat in which it was judged, or it would not be known when it comes again.
      decided.taken.push(taken(inChat(row, relayDeps) ?? row, outcome, scope.selfHandles))
      continue
    }
    decided.waiting.push({ rowid: row.rowid, guid: row.guid })
    if (conversation !== null && waitedMs(row) < holdMs) held.add(conversation)
  }
  return decided
}
