/**
 * Watches for problems that are the same for every process of a hub: those of Macs and their readers, which PostgreSQL
 * records, and PostgreSQL itself not answering.
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

/** A restart of PostgreSQL takes less time. */
const lostAfterMs = 15_000

export class SharedAlerts {
  readonly #deps: SharedAlertsDeps
  #state: Review | undefined
  /** When PostgreSQL stopped answering, and why. */
  #lost: { sinceMs: number; reason: string } | undefined
  #answersSinceMs: number | undefined

  constructor(deps: SharedAlertsDeps) {
    this.#deps = deps
  }

  /** Whether PostgreSQL has answered since the start. Before that it is unknown which alerts are raised. */
  get isKnown(): boolean {
    return this.#state !== undefined
  }

  /** Whether the Mac may connect. Only such a Mac can be reported as back. */
  hasMac(id: string): boolean {
    return this.#state?.macs.has(id) ?? false
  }

  /**
   * When a relay last reported (null if none ever has), and since when PostgreSQL has answered without interruption,
   * before which none could report. Undefined while PostgreSQL does not answer.
   */
  get relay(): { aliveMs: number | null; answersSinceMs: number } | undefined {
    if (this.#state === undefined || this.#answersSinceMs === undefined) return undefined
    return { aliveMs: this.#state.relayAliveMs, answersSinceMs: this.#answersSinceMs }
  }

  /** Returns the alerts that were raised at the last check. */
  raised(): RaisedAlert[] {
    const { nowMs } = this.#deps
    const raised = this.#state?.raised ?? []
    if (this.#lost === undefined || nowMs() - this.#lost.sinceMs < lostAfterMs) return [...raised]
    return [storageLost(this.#lost), ...raised.filter(({ kind }) => kind !== 'reader_stopped')]
  }

  /** Asks PostgreSQL now, and records there which alerts have begun and which have ended. */
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
