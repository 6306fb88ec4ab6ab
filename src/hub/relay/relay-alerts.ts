/**
 * Raises the alerts about the plugins of a hub, as the bridge of a Mac does, and tells of these and of all others of the hub through
 * the plugins that the settings name.
 */
import type { Clock } from '../../base/clock.ts'
import { repeat } from '../../base/repeat.ts'
import { alertNotices } from '../../bridge/alerts/alert-notices.ts'
import { AlertWatch, type AlertWatchDeps, alertCheckMs } from '../../bridge/alerts/alert-watch.ts'
import type { RelayStore } from '../../bridge/open-store.ts'
import { isOfRelay } from '../services/relay-services.ts'
import { SharedAlerts } from '../services/shared-alerts.ts'
import type { Transactions } from '../store/database.ts'

interface RelayAlertsDeps {
  store: RelayStore
  database: Transactions
  host: AlertWatchDeps['host'] & { known(): Promise<void>; kick(): void }
  clock: Clock
}

export class RelayAlerts {
  readonly #stopping = new AbortController()
  readonly #watch: AlertWatch
  readonly #ended: Promise<void>

  /** Begins once it is known which plugins there are. */
  constructor({ store, database, host, clock }: RelayAlertsDeps) {
    const { settings, log } = store
    const shared = new SharedAlerts({ database, settings, log, nowMs: () => clock.nowMs() })
    const notify = alertNotices(store, { clock, kick: () => host.kick() })
    this.#watch = new AlertWatch({
      store,
      host,
      clock,
      tell(news) {
        const { mac } = news.alert
        // Of one that was revoked meanwhile it would be wrong to say that it is well again.
        if (mac !== undefined && news.isOver && !shared.hasMac(mac.id)) return
        notify(news)
      },
      surroundings: {
        // What keeps the relay from its work is PostgreSQL, about which there is a shared alert.
        relay: () => ({ state: 'polling', code: null, reason: null }),
        quiet: () => null,
        raisedElsewhere: () => shared.raised(),
        // What the web process raises, too, stands in the log once.
        isLogged: isOfRelay,
      },
    })
    const { signal } = this.#stopping
    this.#ended = host.known().then(() =>
      repeat(
        async () => {
          await shared.check()
          if (shared.isKnown && !signal.aborted) this.#watch.check()
        },
        { signal, backoff: { firstMs: alertCheckMs, longestMs: alertCheckMs } },
      ),
    )
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    await this.#ended
    this.#watch.close()
  }
}
