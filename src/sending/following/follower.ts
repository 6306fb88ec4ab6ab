/** Follows what was handed over until its state is final. Both processes do this; following twice changes nothing. */
import { untilSharedMoment } from '../../base/steady-timer.ts'
import { atMostEvery } from '../../base/throttle.ts'
import type { Config } from '../../contract/config.ts'
import type { Logger } from '../../contract/log-entry.ts'
import { smsFallback } from '../decisions/sms-fallback.ts'
import type { Timings } from '../deps.ts'
import type { FollowedHandover, HandoverId, SendLedger } from '../ledger/ledger.ts'
import type { Outgoing } from '../messages/outgoing.ts'
import type { StagedCopies } from '../staged-copies.ts'
import { RowSeeker } from './seek-rows.ts'
import { mustHaveFile, watchRows } from './watch-rows.ts'

export interface FollowerDeps {
  ledger: SendLedger
  outgoing: Outgoing
  copies: StagedCopies
  settings: () => Config['send']
  log: Logger
  nowMs(): number
  timings: Timings
}

export class Follower {
  readonly #deps: FollowerDeps
  readonly #seeker: RowSeeker
  readonly #givenUp = new Set<HandoverId>()
  /** The files whose rows were checked after their time was over, which no news of chat.db announces. */
  readonly #checkedFiles = new Set<HandoverId>()
  readonly #isOldDue: () => boolean
  #followed: readonly FollowedHandover[] = []
  /** The version of the ledger when it was last read. */
  #revision: number | undefined
  /** chat.db reports a change only once, and a check may fail, so the news is kept until it is processed. */
  #isNews = true
  #isNewsForYoung = true
  #isNewsForOld = true
  /** The handovers that were sought last, to notice others. */
  #sought = ''

  constructor(deps: FollowerDeps) {
    this.#deps = deps
    this.#seeker = new RowSeeker({ ...deps, ghostAfter: deps.timings.ghostAfter })
    this.#isOldDue = atMostEvery(deps.timings.check.old)
  }

  /** Makes the next check read the ledger again, even if its revision is unchanged. */
  readAgain(): void {
    this.#revision = undefined
  }

  /** Checks the ledger once and, while something is followed, chat.db. Throws while chat.db cannot be read. */
  check(): void {
    const isOldDue = this.#isOldDue()
    if (isOldDue) this.#revision = undefined
    this.#readIfChanged()
    if (this.#followed.length === 0) return
    this.#seekRows()
    this.#readIfChanged()
    this.#watch(isOldDue)
    this.#readIfChanged()
    this.#fallBack()
  }

  /** Milliseconds until the next check is due, unless a file event comes first. */
  dueInMs(): number {
    const { young, old, idle } = this.#deps.timings.check
    if (this.#followed.some((one) => this.#isYoung(one))) return young
    return this.isFollowing() ? old : untilSharedMoment(idle)
  }

  isFollowing(): boolean {
    return this.#followed.length > 0
  }

  /** Whether a part of this send failed only to be sent again as SMS. */
  mayFallBack(send: string): boolean {
    const { ledger, nowMs } = this.#deps
    return ledger.listFollowed(nowMs()).some((one) => one.send === send && this.#fallbackOf(one) !== 'no')
  }

  #isYoung({ atMs }: FollowedHandover): boolean {
    const { nowMs, timings } = this.#deps
    return Math.abs(nowMs() - atMs) < timings.check.youngFor
  }

  #fallbackOf(one: FollowedHandover) {
    const { nowMs, settings, timings } = this.#deps
    return smsFallback(one, { nowMs: nowMs(), isAllowed: settings().sms_fallback, afterMs: timings.fallBackAfter })
  }

  #readIfChanged(): void {
    const { ledger, nowMs } = this.#deps
    const revision = ledger.revision()
    if (revision === this.#revision) return
    this.#revision = revision
    this.#followed = ledger.listFollowed(nowMs())
    this.#isNewsForYoung = true
  }

  #seekRows(): void {
    this.#isNews = this.#deps.outgoing.checkForChanges() !== 'unchanged' || this.#isNews
    this.#isNewsForYoung ||= this.#isNews
    this.#isNewsForOld ||= this.#isNews
    const handovers = this.#followed.filter(({ rowid }) => rowid === null)
    const ids = handovers.map(({ id }) => id).join()
    const areAllSeen = this.#seeker.seek({ handovers, isAnew: this.#isNews || ids !== this.#sought })
    this.#isNews = false
    this.#sought = ids
    if (areAllSeen) this.#giveUp(handovers)
  }

  /** Old handovers are many and seldom change, so they are checked less often. */
  #watch(isOldDue: boolean): void {
    this.#noteDueFiles()
    const withOld = isOldDue && this.#isNewsForOld
    if (!withOld && !this.#isNewsForYoung) return
    watchRows(
      this.#followed.filter((one) => withOld || this.#isYoung(one)),
      this.#deps,
    )
    this.#isNewsForYoung = false
    if (withOld) this.#isNewsForOld = false
  }

  #noteDueFiles(): void {
    const { nowMs, timings } = this.#deps
    for (const one of this.#followed) {
      if (this.#checkedFiles.has(one.id) || !mustHaveFile(one, { nowMs: nowMs(), ...timings })) continue
      this.#checkedFiles.add(one.id)
      this.#isNewsForYoung = true
      this.#isNewsForOld = true
    }
  }

  #giveUp(handovers: readonly FollowedHandover[]): void {
    const { ledger, log, nowMs, timings } = this.#deps
    for (const { id, send, endedAtMs } of handovers) {
      if (endedAtMs === null || this.#givenUp.has(id)) continue
      // If the clock was set back, this gives up now instead of hours later.
      if (Math.abs(nowMs() - endedAtMs) < timings.rowWithin) continue
      this.#givenUp.add(id)
      ledger.giveUp(id, nowMs())
      log.warn(`send ${send}: no row of it was found in time`)
    }
  }

  #fallBack(): void {
    const { ledger, log, nowMs } = this.#deps
    for (const one of this.#followed.filter((each) => this.#fallbackOf(each) === 'due')) {
      ledger.fallBack(one.id, nowMs())
      log.info(`send ${one.send} part ${one.part}: could not be reached by iMessage, goes as SMS`)
    }
  }
}
