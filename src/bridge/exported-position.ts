/**
 * Exports the position to state.json, and finds there the one to continue from when the journal has none.
 */

import type { MessageGuid, RowId } from '../contract/ids.ts'
import type { Logger } from '../contract/log-entry.ts'
import type { IngestStore } from '../store/journal/ingest-store.ts'
import type { Position } from '../store/journal/position.ts'
import { type BridgeState, readState, writeState } from '../store/state-file.ts'

/** The export serves people and other programs, and recovery after the journal was lost. */
export function exportPosition(stateFile: string, { rowid, guid, newestMs, epoch }: Position): void {
  writeState(stateFile, { last_rowid: rowid, last_guid: guid, newest_message_ms: newestMs, epoch })
}

const exportEveryMs = 1_000

/**
 * Exports after each page, but at most once a second and never before what the page handed over has left: nobody
 * waits for this copy, which takes the disk its time. The newest position is always written in the end.
 */
export class PositionExport {
  readonly #stateFile: string
  readonly #log: Pick<Logger, 'warn'>
  #newest: Position | undefined
  #timer: NodeJS.Timeout | undefined
  #lastMs = Number.NEGATIVE_INFINITY

  constructor(stateFile: string, log: Pick<Logger, 'warn'>) {
    this.#stateFile = stateFile
    this.#log = log
  }

  put(position: Position): void {
    this.#newest = position
    const restMs = Math.max(0, this.#lastMs + exportEveryMs - performance.now())
    this.#timer ??= setTimeout(() => this.flush(), Math.min(restMs, exportEveryMs))
  }

  /** Writes what waits. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#newest === undefined) return
    this.#lastMs = performance.now()
    try {
      exportPosition(this.#stateFile, this.#newest)
      this.#newest = undefined
    } catch (error) {
      // The journal holds it, and the next page exports it again.
      this.#log.warn(`state.json could not be written: ${(error as Error).message}`)
    }
  }
}

/** Returns a sentence for the log about what happened, when there is something to report. */
export function recoverPosition(stateFile: string, journal: IngestStore): string | undefined {
  const reading = readState(stateFile)
  const known = journal.position()
  if (known !== undefined) {
    if ('state' in reading && reading.state.last_rowid === known.rowid) return undefined
    const wasLater = 'state' in reading ? laterThan(known, reading.state) : undefined
    if (wasLater !== undefined) journal.moveTo({ ...known, newestMs: wasLater })
    tryToExport(stateFile, known)
    if (wasLater !== undefined)
      return `the journal lost its newest entries; going on after its row ${known.rowid}, older messages are history`
    return 'damage' in reading ? `state.json ${reading.damage}; it was written anew from the journal` : undefined
  }
  if ('absent' in reading) return undefined
  if ('damage' in reading)
    return `the journal has no cursor and state.json ${reading.damage}: beginning at the newest message`
  const { last_rowid, last_guid, newest_message_ms, epoch } = reading.state
  const newestMs = typeof newest_message_ms === 'number' ? newest_message_ms : 0
  journal.moveTo({
    rowid: last_rowid as RowId,
    guid: typeof last_guid === 'string' ? (last_guid as MessageGuid) : null,
    newestMs,
    beganMs: newestMs,
    epoch: typeof epoch === 'number' ? epoch : 0,
    rescan: null,
  })
  return `the journal has no cursor: going on after row ${last_rowid} of state.json`
}

/**
 * Returns the newest date that was exported by a journal that knew more than this one, because its write-ahead log was
 * lost. Messages that are not old are then relayed again, under the ids they had, rather than lost.
 */
function laterThan(known: Position, { last_rowid, newest_message_ms, epoch }: BridgeState): number | undefined {
  if (epoch !== known.epoch || last_rowid < known.rowid) return undefined
  return typeof newest_message_ms === 'number' && newest_message_ms > known.newestMs ? newest_message_ms : undefined
}

function tryToExport(stateFile: string, position: Position): void {
  try {
    exportPosition(stateFile, position)
  } catch {
    // The disk may be full; each page exports the position again.
  }
}
