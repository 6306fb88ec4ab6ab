/** Follows what is written to chat.db after a moment, closely enough to measure it. */
import { pause } from '../../base/pause.ts'
import type { RowId } from '../../contract/ids.ts'
import type { RowsSince } from './rows-since.ts'
import { type Sighting, Sightings } from './sightings.ts'

interface Following {
  rows: RowsSince
  /** Rows up to this one are not looked at. */
  afterRowid: RowId
  signal: AbortSignal
  /** Called repeatedly with the sightings so far and the time since the beginning. */
  isOver(seen: readonly Sighting[], sinceMs: number): boolean
}

/** Polls as often as a row can change visibly; an unchanged database costs a pragma. */
const everyMs = 10

export async function follow({ rows, afterRowid, signal, isOver }: Following): Promise<Sighting[]> {
  const sightings = new Sightings()
  const beganMs = performance.now()
  for (;;) {
    const changed = rows.changedSince(afterRowid)
    const nowMs = performance.now()
    if (changed !== undefined) sightings.see(changed, nowMs)
    if (isOver(sightings.all(), nowMs - beganMs) || signal.aborted) return sightings.all()
    await pause(everyMs, signal)
  }
}
