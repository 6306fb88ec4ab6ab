/**
 * Watches the alerts that are the same for every process of a hub: those about Macs and their readers, which PostgreSQL keeps,
 * and that PostgreSQL itself does not answer.
 */
import { isDiskFull, messageOf } from '../../base/errors.ts'
import type { Config } from '../../contract/config.ts'
import type { Logger } from '../../contract/log-entry.ts'
import { alertId, type RaisedAlert } from '../../domain/alerts/raised.ts'
import { type Review, reviewAlerts } from '../store/alerts.ts'
import { storageFull, type Transactions } from '../store/database.ts'

export interface SharedAlertsDeps {
  database: Transactions
  settings: { current(): Pick<Config, 'alerts'> }
  log: Pick<Logger, 'debug'>
  nowMs(): number
}

/** A restart of PostgreSQL is over sooner. */
const lostAfterMs = 15_000

export class SharedAlerts {
  readonly #deps: SharedAlertsDeps
  #state: Review | undefined
  /** Since when PostgreSQL could not be asked, and why. */
  #lost: { sinceMs: number; reason: string } | undefined
  #answersSinceMs: number | undefined

  constructor(deps: SharedAlertsDeps) {
    this.#deps = deps
  }

  /** Whether PostgreSQL has ever answered; until then it is not known what stands. */
  get isKnown(): boolean {
    return this.#state !== undefined
  }

  /** Whether a Mac may connect, so that it can be said to be back. */
  hasMac(id: string): boolean {
    return this.#state?.macs.has(id) ?? false
  }

  /**
   * When a relay last said that it works, null where none ever has; and since when PostgreSQL has answered without a pause, before
   * which none could say so. Undefined while PostgreSQL does not answer.
   */
  get relay(): { aliveMs: number | null; answersSinceMs: number } | undefined {
    if (this.#state === undefined || this.#answersSinceMs === undefined) return undefined
    return { aliveMs: this.#state.relayAliveMs, answersSinceMs: this.#answersSinceMs }
  }

  /** Those that stand, as of the last check. */
  raised(): RaisedAlert[] {
    const { nowMs } = this.#deps
    const raised = this.#state?.raised ?? []
    if (this.#lost === undefined || nowMs() - this.#lost.sinceMs < lostAfterMs) return [...raised]
    return [storageLost(this.#lost), ...raised.filter(({ kind }) => kind !== 'reader_stopped')]
  }

  /** Asks PostgreSQL now, and changes there what has begun and what is over. */
  async check(): Promise<void> {
    const { database, settings, log, nowMs } = this.#deps
    const now = nowMs()
    try {
      this.#state = await reviewAlerts(database, {
        silentMinutes: settings.current().alerts.mac_silent_minutes,
        pending: this.#state?.pending ?? [],
        nowMs: now,
      })
      this.#lost = undefined
      this.#answersSinceMs ??= now
    } catch (error) {
      this.#lost ??= { sinceMs: now, reason: '' }
      this.#lost.reason = isDiskFull(error) ? storageFull : `PostgreSQL: ${messageOf(error)}`
      this.#answersSinceMs = undefined
      log.debug(`alerts could not be checked: ${messageOf(error)}`)
    }
  }
}

function storageLost({ sinceMs, reason }: { sinceMs: number; reason: string }): RaisedAlert {
  const about = { kind: 'reader_stopped', plugin: null, webhook: null } as const
  return { id: alertId(about, sinceMs), ...about, sinceMs, reason }
}
