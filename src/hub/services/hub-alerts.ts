/**
 * Watches what keeps messages from reaching the hub, for everyone whom this process serves: what PostgreSQL says of Macs and their
 * readers, that PostgreSQL itself does not answer, and what concerns this machine and the API keys.
 */
import type { AlertsService } from '../../actions/services.ts'
import { messageOf } from '../../base/errors.ts'
import { repeat } from '../../base/repeat.ts'
import type { Alert } from '../../contract/alert.ts'
import type { Config } from '../../contract/config.ts'
import type { Logger } from '../../contract/log-entry.ts'
import { conditionsOf } from '../../domain/alerts/conditions.ts'
import { presentAlerts } from '../../domain/alerts/present.ts'
import { type AlertState, alertId, nextAlerts, type RaisedAlert } from '../../domain/alerts/raised.ts'
import { freeBytes } from '../../store/disk-room.ts'
import type { ServiceDir } from '../../store/service-dir.ts'
import { followKeyMarks, marksOfKeys, type UnseenKeyMarks } from '../../store/unseen-key-marks.ts'
import { type AlertListener, AlertTeller } from '../../web/alert-teller.ts'
import { reviewAlerts } from '../store/alerts.ts'
import type { Transactions } from '../store/database.ts'

interface HubAlertsDeps {
  database: Transactions
  dir: Pick<ServiceDir, 'base' | 'toldAlertsFile' | 'keyActivityFile'>
  settings: { current(): Config }
  log: Pick<Logger, 'info' | 'warn' | 'debug'>
  nowMs(): number
  everyMs?: number | undefined
}

const usualMs = 2_000
/** A restart of PostgreSQL is over sooner. */
const lostAfterMs = 15_000
/** What concerns this process alone, and outlasts its restart. */
const ownKinds: readonly Alert['kind'][] = [
  ...(['disk_nearly_full', 'key_hidden_person', 'key_unusual_rate', 'key_first_send'] as const),
]

export class HubAlerts implements AlertsService {
  readonly #deps: HubAlertsDeps
  readonly #teller: AlertTeller
  readonly #keyMarks: UnseenKeyMarks
  readonly #stopping = new AbortController()
  readonly #ended: Promise<void>
  #shared: AlertState = { raised: [], pending: [] }
  #own: AlertState
  /** Since when PostgreSQL could not be asked, and why. */
  #lost: { sinceMs: number; reason: string } | undefined

  /** Begins at once. */
  constructor(deps: HubAlertsDeps) {
    this.#deps = deps
    const { dir, log, everyMs = usualMs } = deps
    this.#teller = new AlertTeller({ file: dir.toldAlertsFile, log, isLogged: () => true })
    this.#keyMarks = followKeyMarks(dir.keyActivityFile)
    const { told } = this.#teller
    this.#own = { raised: told.filter(({ kind }) => ownKinds.includes(kind)).map(raisedBefore), pending: [] }
    const { signal } = this.#stopping
    this.#ended = repeat(() => this.check(), { signal, backoff: { firstMs: everyMs, longestMs: everyMs } })
  }

  current(): Alert[] {
    const { nowMs } = this.#deps
    const isLost = this.#lost !== undefined && nowMs() - this.#lost.sinceMs >= lostAfterMs
    const shared = this.#shared.raised.filter(({ kind }) => !(isLost && kind === 'reader_stopped'))
    const lost = isLost && this.#lost ? [storageLost(this.#lost)] : []
    return presentAlerts({
      raised: [...lost, ...shared, ...this.#own.raised],
      ...{ lastHeartbeatS: undefined, isBridgeAlive: true, plugins: [], webhooks: [], nowMs: nowMs() },
    })
  }

  /** Registers another way on which each alert is told. */
  onNews(listener: AlertListener): void {
    this.#teller.onNews(listener)
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    await this.#ended
    this.#keyMarks.close()
  }

  /** Looks at everything now. */
  async check(): Promise<void> {
    const { database, settings, log, nowMs } = this.#deps
    const now = nowMs()
    const { alerts: limits } = settings.current()
    try {
      const { pending } = this.#shared
      this.#shared = await reviewAlerts(database, { silentMinutes: limits.mac_silent_minutes, pending, nowMs: now })
      this.#lost = undefined
    } catch (error) {
      this.#lost ??= { sinceMs: now, reason: '' }
      this.#lost.reason = messageOf(error)
      log.debug(`alerts could not be checked: ${messageOf(error)}`)
    }
    const conditions = conditionsOf(this.#ownFacts(), { limits, raised: this.#own.raised, nowMs: now })
    this.#own = nextAlerts(this.#own, conditions, now)
    if (!this.#stopping.signal.aborted) this.#teller.tell(this.current())
  }

  #ownFacts() {
    const { dir, settings } = this.#deps
    const keys = marksOfKeys(this.#keyMarks.unseen(), settings.current().auth.api_keys)
    const relay = { state: 'polling', code: null, reason: null } as const
    return { plugins: [], webhooks: [], keys, relay, freeBytes: freeBytes(dir.base), quiet: null }
  }
}

const raisedBefore = ({ id, kind, key, since, reason }: Alert): RaisedAlert => ({
  ...{ id, kind, plugin: null, webhook: null, sinceMs: Date.parse(since), reason },
  ...(key !== null && { key }),
})

function storageLost({ sinceMs, reason }: { sinceMs: number; reason: string }): RaisedAlert {
  const about = { kind: 'reader_stopped', plugin: null, webhook: null } as const
  return { id: alertId(about, sinceMs), ...about, sinceMs, reason: `PostgreSQL: ${reason}` }
}
