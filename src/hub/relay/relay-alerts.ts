/**
 * Raises the alerts about the plugins of a hub, as the bridge of a Mac does, and sends these and all other alerts of
 * the hub through the plugins that the settings name.
 */
import type { Clock } from '../../base/clock.ts'
import { repeat } from '../../base/repeat.ts'
import { alertNotices } from '../../bridge/alerts/alert-notices.ts'
import { AlertWatch, type AlertWatchDeps, alertCheckMs } from '../../bridge/alerts/alert-watch.ts'
import type { RelayStore } from '../../bridge/open-store.ts'
import { alertId, type RaisedAlert } from '../../domain/alerts/raised.ts'
import { needsRelay } from '../../domain/plugin-configuration.ts'
import { isOfRelay } from '../services/relay-services.ts'
import { SharedAlerts } from '../services/shared-alerts.ts'
import type { Transactions } from '../store/database.ts'
import { isRelayAlive } from '../store/readers.ts'

interface RelayAlertsDeps {
  store: RelayStore
  database: Transactions
  host: AlertWatchDeps['host'] & { known(): Promise<void>; kick(): void }
  clock: Clock
}

export class RelayAlerts {
  readonly #deps: RelayAlertsDeps
  readonly #stopping = new AbortController()
  readonly #watch: AlertWatch
  readonly #ended: Promise<void>

  /**
   * The alert that nothing was relayed before this relay began: first until the next check sends it, then while it is
   * being sent.
   */
  #stopToTell: RaisedAlert | undefined
  #stopBeingTold: RaisedAlert | undefined

  /** Starts once it is known which plugins there are. */
  constructor(deps: RelayAlertsDeps) {
    this.#deps = deps
    const { store, database, host, clock } = deps
    const { settings, log } = store
    const shared = new SharedAlerts({ database, settings, log, nowMs: () => clock.nowMs() })
    const notify = alertNotices(store, { clock, kick: () => host.kick() })
    this.#watch = new AlertWatch({
      store,
      host,
      clock,
      tell(news) {
        const { mac } = news.alert
        // A Mac that was revoked meanwhile must not be reported as back.
        if (mac !== undefined && news.isOver && !shared.hasMac(mac.id)) return
        notify(news)
      },
      surroundings: {
        // Only PostgreSQL can keep the relay from its work, and a shared alert covers that.
        relay: () => ({ state: 'polling', code: null, reason: null }),
        quiet: () => null,
        raisedElsewhere: () => [...shared.raised(), ...(this.#stopBeingTold ? [this.#stopBeingTold] : [])],
        // An alert that the web process raises as well is logged once.
        isLogged: isOfRelay,
      },
    })
    const { signal } = this.#stopping
    this.#ended = host.known().then(() =>
      repeat(
        async () => {
          await shared.check()
          if (!shared.isKnown || signal.aborted) return
          if (this.#canTell()) [this.#stopBeingTold, this.#stopToTell] = [this.#stopToTell, undefined]
          this.#watch.check()
          this.#stopBeingTold = undefined
        },
        { signal, backoff: { firstMs: alertCheckMs, longestMs: alertCheckMs } },
      ),
    )
  }

  /**
   * Records when the previous relay last reported. Without a relay nobody can send that alert through plugins, so they
   * get it together with its end.
   */
  noteLastRelay(aliveMs: number | null): void {
    const { store, clock } = this.#deps
    const about = { kind: 'relay_stopped', plugin: null, webhook: null } as const
    if (aliveMs === null || isRelayAlive(aliveMs, clock.nowMs())) return
    if (!needsRelay(store.settings.current())) return
    this.#stopToTell = { id: alertId(about, aliveMs), ...about, sinceMs: aliveMs, reason: null }
  }

  /** Whether the plugins that get alerts are ready: one that is still starting cannot be told anything. */
  #canTell(): boolean {
    const { store, host } = this.#deps
    const wanted = store.settings.current().alerts.notify_plugins
    return !host.records().some(({ name, status }) => wanted.includes(name) && status === 'starting')
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    await this.#ended
    this.#watch.close()
  }
}
