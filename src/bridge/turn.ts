/** Runs one poll: writes the heartbeat, checks chat.db, ingests new rows, compares old ones. */

import type { Clock } from '../base/clock.ts'
import type { Logger } from '../contract/log-entry.ts'
import type { MessageSource, OpenSource } from '../mac/message-source.ts'
import type { DirectoryWatch } from '../mac/watch.ts'
import type { IngestStore } from '../store/journal/ingest-store.ts'
import { findPlace } from './find-position.ts'
import type { LaneWatch } from './lane-watch.ts'
import type { OldRows } from './old-rows.ts'
import { signsOfLife } from './signs-of-life.ts'
import { type BridgeState, troubleWatch } from './source-trouble.ts'
import { type RowReader, type TakeInDeps, takeIn } from './take-in.ts'

export interface TurnDeps {
  source: MessageSource
  watch: DirectoryWatch
  rows: RowReader
  takeIn: TakeInDeps
  oldRows: OldRows
  log: Logger
  clock: Clock
  beat(nowMs: number): void
  status(state: BridgeState, reason: string | null): void
  /** Resolves when everything is known that the first row needs to be ingested. */
  ready(): Promise<void>
  /** Called before rows are ingested. */
  onLooked(source: OpenSource): void
  /** Unix milliseconds when the bridge last ran. */
  lastAliveMs: number | undefined
}

export function bridgeTurn(given: TurnDeps): () => Promise<void> {
  const { source, oldRows, log, clock } = given
  const { intake, lanes, onPage } = given.takeIn
  const sinceMs = clock.nowMs()
  const trouble = troubleWatch()
  const life = signsOfLife({
    clock,
    lastAliveMs: given.lastAliveMs ?? sinceMs,
    beat: given.beat,
    onGap: (gap) => noticeGap(lanes, intake, gap),
  })
  const deps: TurnDeps = {
    ...given,
    takeIn: {
      ...given.takeIn,
      onPage(taken, position) {
        onPage(taken, position)
        if (life.still()) given.status('polling', null)
      },
    },
  }
  /** Monotonic milliseconds before which no poll runs, after a failure. */
  let notBeforeMs = 0
  /** Whether a change still has to be ingested: chat.db reports a change only once, and ingesting may fail. */
  let isOwed = false

  const look = async (nowMs: number): Promise<void> => {
    const glance = source.check()
    deps.watch.arm()
    isOwed ||= glance !== 'unchanged'
    // Another database may have been written into this file, which also shows only as a change.
    if (isOwed) findAgain(deps, { sinceMs, nowMs, isFresh: glance === 'fresh' })
    if (glance !== 'unchanged') oldRows.stirred()
    if (isOwed || intake.waiting().length > 0) {
      await deps.ready()
      source.reading(deps.onLooked)
      await takeInNew(deps, nowMs)
      isOwed = false
    }
    const position = intake.position()
    if (position === undefined || !oldRows.isDue()) return
    if (await oldRows.compare(source.snapshots, position.rowid)) await takeIn(deps.rows, deps.takeIn, nowMs)
  }

  return async () => {
    const nowMs = clock.nowMs()
    life.now(nowMs)
    if (clock.monotonicMs() < notBeforeMs) return
    try {
      await look(nowMs)
      trouble.over()
      deps.status('polling', null)
    } catch (error) {
      const found = trouble.after(error)
      if (found === undefined) throw error
      notBeforeMs = clock.monotonicMs() + found.retryInMs
      deps.status(found.state, found.reason)
      if (found.state !== 'polling') log.warn(found.reason)
    }
  }
}

async function takeInNew({ source, rows, takeIn: parts, oldRows }: TurnDeps, nowMs: number): Promise<void> {
  const rowid = () => parts.intake.position()?.rowid
  const afterRowid = rowid()
  await takeIn(rows, parts, nowMs)
  const upToRowid = rowid()
  if (afterRowid === undefined || upToRowid === undefined || upToRowid <= afterRowid) return
  if (await oldRows.meet(source.snapshots, { afterRowid, upToRowid })) await takeIn(rows, parts, nowMs)
}

function noticeGap(lanes: LaneWatch, intake: IngestStore, gap: { lengthMs: number; nowMs: number }): void {
  const position = intake.position()
  if (position !== undefined) lanes.gapEnded({ ...gap, newestMs: position.newestMs })
}

interface Moment {
  sinceMs: number
  nowMs: number
  isFresh: boolean
}

function findAgain({ source, takeIn, oldRows, log }: TurnDeps, { sinceMs, nowMs, isFresh }: Moment) {
  const { intake } = takeIn
  const before = intake.position()
  const known = oldRows.sample()
  const place = source.reading(({ end, guidAt }) => findPlace(before, { ...end(nowMs), guidAt }, { known, sinceMs }))
  if (place.is === 'rebuilt') oldRows.forget()
  if (place.is !== 'kept') intake.moveTo(place.position)
  if (isFresh || place.is !== 'kept') log.info(said[place.is](place.position.rowid))
}

const said = {
  first: (rowid: number) => `relaying what comes after row ${rowid}; nothing older is relayed`,
  kept: (rowid: number) => `going on after row ${rowid}`,
  rebuilt: (rowid: number) =>
    `Messages has a new database; going on after row ${rowid}, unknown recent messages included`,
}
