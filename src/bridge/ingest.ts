/**
 * Ingests rows of Messages page by page: decides the outcome of each row, and commits the page together with the
 * position.
 */
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { ConversationKey, MessageGuid, RowId } from '../contract/ids.ts'
import type { SeenRow } from '../domain/changes.ts'
import { holdMs, patienceMs } from '../domain/completeness.ts'
import { cappedDate, laneOf } from '../domain/lane.ts'
import type { Row } from '../domain/message.ts'
import { isSelfChat } from '../domain/scope.ts'
import { completesPair, repeatsElder, selfTwinText, selfTwinWindowMs, twinText } from '../domain/twins.ts'
import type { IngestedRow, IngestStore } from '../store/journal/ingest-store.ts'
import type { Position } from '../store/journal/position.ts'
import { type ChatRow, decideRow, inChat, ingestedRow, type PageContext, type RelayContext } from './decide-row.ts'

/** The first page is small, so that what it holds leaves soon. */
const firstPageSize = 200
/** Pages grow while more rows are available, since a larger transaction costs less for each row. */
const largestPageSize = 800

/** A page of rows that is in the journal: from here on none of them can be lost. */
export interface CommittedPage {
  rows: readonly IngestedRow[]
  position: Position
}

/**
 * Ingests everything that is available now, and yields each page once it is on the disk. The position must have been
 * set before. A caller that stops early leaves the rest to the next call.
 */
export async function* ingest(context: RelayContext, nowMs: number): AsyncGenerator<CommittedPage> {
  const ingesting = new Ingesting(context, nowMs)
  yield* ingesting.waitingRows()
  yield* ingesting.rescannedRows()
  yield* ingesting.newRows()
}

class Ingesting {
  readonly #context: RelayContext
  readonly #nowMs: number
  /** The times at which waiting rows were first seen, by ROWID. */
  readonly #firstSeenMs: ReadonlyMap<RowId, number>
  /** Conversations with an earlier row that is incomplete; their later rows wait. */
  readonly #held = new Set<ConversationKey>()
  #position: Position

  constructor(context: RelayContext, nowMs: number) {
    this.#context = context
    this.#nowMs = nowMs
    this.#firstSeenMs = new Map(context.journal.waiting().map(({ rowid, firstSeenMs }) => [rowid, firstSeenMs]))
    this.#position = knownPosition(context.journal)
  }

  async *waitingRows(): AsyncGenerator<CommittedPage> {
    const rowids = [...this.#firstSeenMs.keys()]
    for (let start = 0; start < rowids.length; start += firstPageSize) {
      const expected = rowids.slice(start, start + firstPageSize)
      const page = this.#context.rows.withRowids(expected)
      const there = new Set(page.map(({ rowid }) => rowid))
      const vanished = expected.filter((rowid) => !there.has(rowid))
      yield* this.#ingestPage(page, this.#position, { vanished })
    }
  }

  /**
   * Ingests recently sent rows after the database was rebuilt, whatever their ROWIDs are now; GUIDs identify those
   * already known.
   */
  async *rescannedRows(): AsyncGenerator<CommittedPage> {
    for (let { rescan } = this.#position; rescan !== null; { rescan } = this.#position) {
      const page = this.#context.rows.sentSince(rescan.sinceMs, rescan.afterRowid, firstPageSize)
      const last = page.at(-1)
      const isDone = last === undefined || page.length < firstPageSize || last.rowid >= rescan.upToRowid
      const rest = isDone ? null : { ...rescan, afterRowid: last.rowid }
      yield* this.#ingestPage(page, { ...this.#position, rescan: rest })
    }
  }

  async *newRows(): AsyncGenerator<CommittedPage> {
    for (let size = firstPageSize; ; size = Math.min(2 * size, largestPageSize)) {
      const { rows: page, snapshots } = this.#context.newRows(this.#position.rowid, size)
      const last = page.at(-1)
      if (last === undefined) return
      yield* this.#ingestPage(page, { ...this.#position, rowid: last.rowid, guid: last.guid }, { snapshots })
      if (page.length < size) return
    }
  }

  /** `position` is where the relay is once this page is committed. */
  async *#ingestPage(
    page: readonly Row[],
    position: Position,
    { vanished = [], snapshots = [] }: { vanished?: readonly RowId[]; snapshots?: readonly SeenRow[] } = {},
  ): AsyncGenerator<CommittedPage> {
    const { journal, recipients, inOneState, remember } = this.#context
    const dated = page.map((row) => datedBy(row, this.#nowMs))
    const { rows, waiting } = inOneState(() => journal.inOneState(() => this.#decide(dated)))
    this.#position = { ...position, newestMs: newestOf(page, this.#position.newestMs, this.#nowMs) }
    const gone = [...vanished, ...rows.map(({ rowid }) => rowid)]
    const settled = gone.filter((rowid) => this.#firstSeenMs.has(rowid))
    const looks = remember(snapshots)
    journal.commit({ rows, waiting, settled, position: this.#position, nowMs: this.#nowMs }, recipients(), looks.write)
    looks.committed()
    yield { rows, position: this.#position }
    if (page.length >= firstPageSize) await yieldToOthers()
  }

  #decide(page: readonly Row[]) {
    const rows = new DecidedRows()
    const waiting: { rowid: RowId; guid: MessageGuid }[] = []
    const context = this.#contextOf(page, rows)
    for (const row of page) {
      const conversation = this.#conversationOf(row)
      const isHeld = conversation !== null && this.#held.has(conversation)
      const outcome = isHeld ? { waits: 'order' as const } : decideRow(row, context)
      if (!('waits' in outcome)) {
        // The row is stored in the chat in which it was judged, since otherwise it would not be recognised when it
        // comes again.
        rows.add(ingestedRow(inChat(row, context) ?? row, outcome, context))
        continue
      }
      waiting.push({ rowid: row.rowid, guid: row.guid })
      if (conversation !== null && this.#waitedMs(row) < holdMs) this.#held.add(conversation)
    }
    return { rows: rows.all, waiting }
  }

  /** `decided` grows while the page is decided. */
  #contextOf(page: readonly Row[], decided: DecidedRows): PageContext {
    const { lanes, scope } = this.#context
    const lane = lanes.clockFor(page, this.#position.newestMs, this.#nowMs)
    return {
      ...this.#context,
      scope: scope(),
      lane,
      mayWait: (row) => this.#waitedMs(row) < patienceMs && laneOf(row.sentAtMs, lane) === 'relay',
      isRepeat: (row, isSelf) => this.#isRepeat(row, isSelf, decided),
      hasElder: (row, isSelf) => this.#hasElder(row, isSelf),
    }
  }

  /**
   * Recognises a row that was ingested before: under its GUID, under a new one after iCloud inserted it again, or as the
   * other copy of a message to oneself. The journal knows the pages before, `decided` the rows before in this page.
   */
  #isRepeat(row: ChatRow, isSelf: boolean, decided: DecidedRows): boolean {
    const { journal } = this.#context
    const count = (text: string, windowMs: number): number =>
      journal.twins(text, row.sentAtMs, windowMs) + decided.twins(text, row.sentAtMs, windowMs)

    if (journal.knows(row.guid) || decided.knows(row.guid)) return true
    if (!isSelf) return count(twinText(row), 0) > 0
    const [mine, other] = [selfTwinText(row, row.isFromMe), selfTwinText(row, !row.isFromMe)]
    // Nobody writes the same twice within a millisecond: iCloud inserted the row again, in either direction.
    if (count(mine, 0) + count(other, 0) > 0) return true
    return completesPair({ same: count(mine, selfTwinWindowMs), opposite: count(other, selfTwinWindowMs) })
  }

  #hasElder(row: ChatRow, isSelf: boolean): boolean {
    if (row.sentAtUs === null) return false
    const { rows, scope, chatOfPerson } = this.#context
    const { selfHandles } = scope()
    return rows.eldersOf(row.rowid).some((found) => {
      // One that still waits may vanish before it is relayed.
      if (this.#firstSeenMs.has(found.rowid)) return false
      const elder = inChat(found, { chatOfPerson })
      return elder !== undefined && isSelfChat(elder.chat, selfHandles) === isSelf && repeatsElder(row, elder, isSelf)
    })
  }

  /** The absolute difference is used so that a row does not wait for hours after the clock was set back. */
  #waitedMs({ rowid }: Row): number {
    return Math.abs(this.#nowMs - (this.#firstSeenMs.get(rowid) ?? this.#nowMs))
  }

  #conversationOf({ chat, handle }: Row): ConversationKey | null {
    return chat?.conversation ?? (handle && this.#context.chatOfPerson(handle).conversation)
  }
}

/** The rows of a page whose outcome is decided, which are not in the journal yet. */
class DecidedRows {
  readonly all: IngestedRow[] = []
  readonly #guids = new Set<MessageGuid>()
  /** When the rows of each twin text were sent. */
  readonly #sentAtMs = new Map<string, number[]>()

  add(row: IngestedRow): void {
    this.all.push(row)
    this.#guids.add(row.guid)
    const twins = this.#sentAtMs.get(row.twinText)
    if (twins === undefined) this.#sentAtMs.set(row.twinText, [row.sentAtMs])
    else twins.push(row.sentAtMs)
  }

  knows(guid: MessageGuid): boolean {
    return this.#guids.has(guid)
  }

  /** Counts the rows with this twin text that were sent within `windowMs` of `sentAtMs`. */
  twins(text: string, sentAtMs: number, windowMs: number): number {
    const times = this.#sentAtMs.get(text) ?? []
    return times.filter((atMs) => Math.abs(atMs - sentAtMs) <= windowMs).length
  }
}

function knownPosition(journal: IngestStore): Position {
  const position = journal.position()
  if (position === undefined) throw new Error('Rows were to be ingested before the relay had a position in chat.db.')
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
