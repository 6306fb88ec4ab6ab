/**
 * Watches what keeps messages from being relayed and what API keys do that is new, while the bridge runs: raises and clears alerts, writes them down for
 * the other processes, and tells of each once.
 */

import type { Clock } from '../../base/clock.ts'
import { messageOf } from '../../base/errors.ts'
import type { PluginRecord } from '../../contract/plugin.ts'
import {
  conditionsOf,
  type Facts,
  isWellAgain,
  type PluginFacts,
  type WebhookFacts,
} from '../../domain/alerts/conditions.ts'
import { type AlertChange, type AlertState, nextAlerts, type RaisedAlert } from '../../domain/alerts/raised.ts'
import { logLineOf, logLineOfEnd, webhookReason } from '../../domain/alerts/sentences.ts'
import { raisedAlerts } from '../../store/alerts-file.ts'
import { type CompatWebhooks, watchedCompatWebhooks } from '../../store/bluebubbles-webhooks.ts'
import { freeBytes } from '../../store/disk-room.ts'
import { type FailingSince, failingSince } from '../../store/journal/failing-since.ts'
import { pausedPlugins } from '../../store/paused-plugins.ts'
import { followKeyMarks, marksOfKeys, type UnseenKeyMarks } from '../../store/unseen-key-marks.ts'
import { oncePluginsKnown } from '../once-plugins-known.ts'
import type { RelayStore } from '../open-store.ts'

export interface AlertWatchDeps {
  store: Pick<RelayStore, 'dir' | 'log' | 'settings' | 'journal' | 'lastAliveMs'>
  host: { records(): readonly WatchedPlugin[] }
  surroundings: Surroundings
  clock: Clock
  /** Passes the news on through plugins. */
  tell(news: AlertNews): void
}

/** The facts of a Mac or a hub beside those about plugins, keys and the disk. */
export interface Surroundings {
  relay(): Facts['relay']
  quiet(since: { awakeSinceMs: number; nowMs: number }): Facts['quiet']
  /** Alerts that stand by the decision of others, and are told through plugins as well. */
  raisedElsewhere(): readonly RaisedAlert[]
  /** Whether an alert gets its line in the log from here. */
  isLogged(alert: RaisedAlert): boolean
}

type WatchedPlugin = Pick<
  PluginRecord,
  'name' | 'display_name' | 'tier' | 'enabled' | 'status' | 'waiting_for' | 'last_error' | 'pending' | 'dead'
>

export interface AlertNews {
  alert: RaisedAlert
  isOver: boolean
  plugins: readonly PluginFacts[]
}

export const alertCheckMs = 2_000
/** Checks further apart than this have a sleep between them. */
const sleptMs = 300_000

export class AlertWatch {
  readonly #deps: AlertWatchDeps
  readonly #file: ReturnType<typeof raisedAlerts>
  readonly #failingSince: FailingSince
  readonly #webhooks: CompatWebhooks
  readonly #keyMarks: UnseenKeyMarks
  #state: AlertState
  #awakeSinceMs: number
  #checkedMs: number
  #written = ''

  constructor(deps: AlertWatchDeps) {
    const { store, clock } = deps
    this.#deps = deps
    this.#file = raisedAlerts(store.dir.alertsFile)
    this.#failingSince = failingSince(store.journal)
    this.#webhooks = watchedCompatWebhooks(store.dir.blueBubblesFile)
    this.#keyMarks = followKeyMarks(store.dir.keyActivityFile)
    const { raised, awakeSinceMs } = this.#file.read()
    const nowMs = clock.nowMs()
    const hasSlept = Math.abs(nowMs - (store.lastAliveMs ?? 0)) > sleptMs
    this.#state = { raised, pending: [] }
    this.#awakeSinceMs = awakeSinceMs === null || hasSlept ? nowMs : awakeSinceMs
    this.#checkedMs = nowMs
  }

  /** Looks at everything now. What cannot be read or written is tried again the next time. */
  check(): void {
    const { store, surroundings } = this.#deps
    try {
      const nowMs = this.#deps.clock.nowMs()
      if (Math.abs(nowMs - this.#checkedMs) > sleptMs) this.#awakeSinceMs = nowMs
      this.#checkedMs = nowMs
      const plugins = this.#plugins()
      const { alerts: limits } = store.settings.current()
      const facts = this.#facts(plugins, nowMs)
      const conditions = conditionsOf(facts, { limits, raised: this.#state.raised, nowMs })
      const elsewhere = surroundings.raisedElsewhere()
      // They have lasted since then already.
      const lasting = elsewhere.map((alert) => ({ ...alert, firstSeenMs: alert.sinceMs }))
      const state = { raised: this.#state.raised, pending: [...lasting, ...this.#state.pending] }
      this.#take(nextAlerts(state, [...conditions, ...elsewhere], nowMs), facts)
    } catch (error) {
      store.log.debug(`alerts could not be checked: ${messageOf(error)}`)
    }
  }

  close(): void {
    this.#keyMarks.close()
  }

  #take(next: AlertChange, facts: Facts): void {
    const { store, surroundings } = this.#deps
    const { log } = store
    const { plugins } = facts
    this.#state = { raised: next.raised, pending: next.pending }
    // Written before anybody is told: after a crash in between, an alert is told of too seldom instead of twice.
    this.#write()
    for (const alert of next.begun) {
      if (surroundings.isLogged(alert)) log.warn(logLineOf(alert))
      this.#deps.tell({ alert, isOver: false, plugins })
    }
    for (const alert of next.over) {
      if (surroundings.isLogged(alert)) log.info(logLineOfEnd(alert))
      if (isWellAgain(alert, facts)) this.#deps.tell({ alert, isOver: true, plugins })
    }
  }

  #write(): void {
    const content = { raised: [...this.#state.raised], awakeSinceMs: this.#awakeSinceMs }
    const text = JSON.stringify(content)
    if (text === this.#written) return
    try {
      this.#file.write(content)
      this.#written = text
    } catch (error) {
      this.#deps.store.log.debug(`alerts.json could not be written: ${messageOf(error)}`)
    }
  }

  #facts(plugins: readonly PluginFacts[], nowMs: number): Facts {
    const { store, surroundings } = this.#deps
    return {
      plugins,
      webhooks: this.#webhookFacts(nowMs),
      keys: marksOfKeys(this.#keyMarks.unseen(), store.settings.current().auth.api_keys),
      relay: surroundings.relay(),
      freeBytes: freeBytes(store.dir.base),
      quiet: surroundings.quiet({ awakeSinceMs: this.#awakeSinceMs, nowMs }),
    }
  }

  #webhookFacts(nowMs: number): WebhookFacts[] {
    const config = this.#deps.store.settings.current()
    // Without the listener no delivery reaches its clients, so its file need not be read.
    if (!config.compat.bluebubbles.enabled) return []
    return this.#webhooks.read({ config, nowMs }).flatMap(({ id, url, state, queued, ...of }) => {
      if (state === 'paused') return []
      const failingSinceMs = of.failing_since === null ? null : Date.parse(of.failing_since)
      return [{ id, host: URL.parse(url)?.host ?? '', queued, failingSinceMs, reason: webhookReason(of) }]
    })
  }

  #plugins(): PluginFacts[] {
    const paused = pausedPlugins(this.#deps.store.dir.pausedDir).all()
    return this.#deps.host
      .records()
      .filter(({ enabled }) => enabled)
      .map(({ name, display_name, tier, status, waiting_for, last_error, pending, dead }) => ({
        name,
        displayName: display_name,
        tier,
        status,
        waitingFor: waiting_for,
        lastError: last_error,
        isPaused: paused.has(name),
        queued: pending,
        failingSinceMs: pending + dead === 0 ? null : this.#failingSince(name),
      }))
  }
}

/** Checks until `signal` aborts. */
export function startAlertWatch(
  deps: AlertWatchDeps & { host: { known(): Promise<void> } },
  { everyMs, signal }: { everyMs: number; signal: AbortSignal },
): void {
  const watch = new AlertWatch(deps)
  signal.addEventListener('abort', () => watch.close())
  oncePluginsKnown({ host: deps.host, everyMs, signal }, () => watch.check())
}
