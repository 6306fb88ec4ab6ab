/** Follows what was handed over until its state is final. Both processes do this; following twice changes nothing. */
import { atMostEvery } from '../../base/throttle.ts'
import type { Config } from '../../contract/config.ts'
import type { Logger } from '../../contract/log-entry.ts'
import { smsFallback } from '../decisions/sms-fallback.ts'
import type { Timings } from '../deps.ts'
import type { Followed, HandoverId, SendLedger } from '../ledger/ledger.ts'
import type { Outgoing } from '../messages/outgoing.ts'
import type { StagedCopies } from '../staged-copies.ts'
import { rowSeeker } from './seek-rows.ts'
import { watchRows } from './watch-rows.ts'

export interface FollowParts {
  ledger: SendLedger
  outgoing: Outgoing
  copies: StagedCopies
  settings: () => Config['send']
  log: Logger
  nowMs(): number
  timings: Timings
}

export interface Follower {
  /** Makes the next look read the ledger again, even if its revision is unchanged. */
  readAgain(): void
  /** Checks the ledger once and, while something is followed, chat.db. Throws while chat.db cannot be read. */
  look(): void
  /** Milliseconds until the next check is due, unless a file event comes first. */
  dueInMs(): number
  isFollowing(): boolean
  /** Whether a part of this send failed only to be sent again as SMS. */
  mayFallBack(send: string): boolean
}

export function follower(parts: FollowParts): Follower {
  const { ledger, outgoing, log, nowMs, timings } = parts
  const seeker = rowSeeker({ ledger, outgoing, nowMs, ghostAfter: timings.ghostAfter })
  const givenUp = new Set<HandoverId>()
  const rarely = atMostEvery(timings.look.old)
  let followed: readonly Followed[] = []
  let revision: number | undefined
  /** chat.db reports a change only once, and a check may fail, so the news is kept until it is processed. */
  let isNews = true
  let isNewsForYoung = true
  let isNewsForOld = true
  let sought = ''

  const isYoung = ({ atMs }: Followed) => Math.abs(nowMs() - atMs) < timings.look.youngFor
  const fallback = (one: Followed) =>
    smsFallback(one, { nowMs: nowMs(), isAllowed: parts.settings().sms_fallback, afterMs: timings.fallBackAfter })

  function readIfChanged(): void {
    const now = ledger.revision()
    if (now === revision) return
    revision = now
    followed = ledger.following(nowMs())
    isNewsForYoung = true
  }

  function seekRows(): void {
    isNews = outgoing.look() !== 'unchanged' || isNews
    isNewsForYoung ||= isNews
    isNewsForOld ||= isNews
    const handovers = followed.filter(({ rowid }) => rowid === null)
    const ids = handovers.map(({ id }) => id).join()
    const areAllSeen = seeker.seek({ handovers, isAnew: isNews || ids !== sought })
    isNews = false
    sought = ids
    if (areAllSeen) giveUp(handovers)
  }

  /** Old handovers are many and seldom change, so they are checked less often. */
  function watch(isOldDue: boolean): void {
    const withOld = isOldDue && isNewsForOld
    if (!withOld && !isNewsForYoung) return
    watchRows(
      followed.filter((one) => withOld || isYoung(one)),
      parts,
    )
    isNewsForYoung = false
    if (withOld) isNewsForOld = false
  }

  function giveUp(handovers: readonly Followed[]): void {
    for (const { id, send, endedAtMs } of handovers) {
      if (endedAtMs === null || givenUp.has(id)) continue
      // If the clock was set back, give up now rather than hours later.
      if (Math.abs(nowMs() - endedAtMs) < timings.rowWithin) continue
      givenUp.add(id)
      ledger.givenUp(id, nowMs())
      log.warn(`send ${send}: no row of it was found in time`)
    }
  }

  function fallBack(): void {
    for (const one of followed.filter((one) => fallback(one) === 'due')) {
      ledger.fallBack(one.id, nowMs())
      log.info(`send ${one.send} part ${one.part}: could not be reached by iMessage, goes as SMS`)
    }
  }

  return {
    readAgain() {
      revision = undefined
    },
    look() {
      const isOldDue = rarely()
      if (isOldDue) revision = undefined
      readIfChanged()
      if (followed.length === 0) return
      seekRows()
      readIfChanged()
      watch(isOldDue)
      readIfChanged()
      fallBack()
    },
    dueInMs: () => {
      const { young, old, idle } = timings.look
      if (followed.some(isYoung)) return young
      return followed.length > 0 ? old : idle
    },
    isFollowing: () => followed.length > 0,
    mayFallBack: (send) => ledger.following(nowMs()).some((one) => one.send === send && fallback(one) !== 'no'),
  }
}
