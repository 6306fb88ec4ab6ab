/** Turns messages read in our page into events, so that every other page shows them as read, too. */

import type { Clock } from '../base/clock.ts'
import { SteadyTimer } from '../base/steady-timer.ts'
import type { RowId } from '../contract/ids.ts'
import type { MessageSource } from '../mac/message-source.ts'
import { journalWriters } from '../store/journal/writers.ts'
import { followReadMarks } from '../store/read-marks.ts'
import type { BridgeStore } from './open-store.ts'

interface ReadMarkEventsDeps {
  store: Pick<BridgeStore, 'dir' | 'journal' | 'log'>
  source: Pick<MessageSource, 'rows'>
  clock: Clock
  /** Ends it. */
  signal: AbortSignal
}

const checkEveryMs = 500

export function startReadMarkEvents({ store, source, clock, signal }: ReadMarkEventsDeps): void {
  const marks = followReadMarks(store.dir.readStateFile)
  const { event } = journalWriters(store.journal)

  const writeEvent = (rowid: RowId): void => {
    const chat = source.rows.withRowids([rowid])[0]?.chat
    // A row without a chat is not listed by any page, so it needs no event.
    if (chat) event({ type: 'read_state', chat_guid: chat.guid, rowid }, clock.nowMs())
  }
  const check = (): void => {
    try {
      // Several addresses of one person are marked at once, up to the same message.
      for (const rowid of new Set(marks.moved().map((mark) => mark.rowid))) writeEvent(rowid)
    } catch (error) {
      // Trouble with chat.db or the disk is reported by the poll loop; pages read the marks again when they come back.
      store.log.debug(`read marks could not be told: ${error instanceof Error ? error.name : 'unknown'}`)
    }
  }
  const timer = new SteadyTimer(checkEveryMs, check).unref()
  signal.addEventListener('abort', () => {
    timer.stop()
    marks.close()
  })
}
