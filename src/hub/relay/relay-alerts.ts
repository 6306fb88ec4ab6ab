/**
 * Raises the alerts about the plugins of a hub, as the bridge of a Mac does, and tells of these and of all others of the hub through
 * the plugins that the settings name.
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

  /** That nothing was relayed before this relay began, until it is told with the next check; and while it is. */
  #stopToTell: RaisedAlert | undefined
  #stopBeingTold: RaisedAlert | undefined

  /** Begins once it is known which plugins there are. */
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
        // Of one that was revoked meanwhile it would be wrong to say that it is well again.
        if (mac !== undefined && news.isOver && !shared.hasMac(mac.id)) return
        notify(news)
      },
      surroundings: {
        // What keeps the relay from its work is PostgreSQL, about which there is a shared alert.
        relay: () => ({ state: 'polling', code: null, reason: null }),
        quiet: () => null,
        raisedElsewhere: () => [...shared.raised(), ...(this.#stopBeingTold ? [this.#stopBeingTold] : [])],
        // What the web process raises, too, stands in the log once.
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
   * Notes when the relay before this one last said that it works. While none does, nobody can tell of that through plugins, so that
   * they hear of it together with its end.
   */
  noteLastRelay(aliveMs: number | null): void {
    const { store, clock } = this.#deps
    const about = { kind: 'relay_stopped', plugin: null, webhook: null } as const
    if (aliveMs === null || isRelayAlive(aliveMs, clock.nowMs())) return
    if (!needsRelay(store.settings.current())) return
    this.#stopToTell = { id: alertId(about, aliveMs), ...about, sinceMs: aliveMs, reason: null }
  }

  /** A plugin that is still starting is told nothing. */
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
