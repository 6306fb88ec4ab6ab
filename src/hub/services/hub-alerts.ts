/**
 * Watches for problems that keep messages from reaching the hub and its plugins: those shared by all processes of the
 * hub, those that its relay has recorded about plugins, and those of this machine and its API keys.
 */
import { type AlertSources, currentAlerts } from '../../actions/current-alerts.ts'
import type { AlertsService } from '../../actions/services.ts'
import { repeat } from '../../base/repeat.ts'
import type { Alert } from '../../contract/alert.ts'
import type { Logger } from '../../contract/log-entry.ts'
import { type Condition, conditionsOf } from '../../domain/alerts/conditions.ts'
import { hubRelayConditions } from '../../domain/alerts/hub-conditions.ts'
import { type AlertState, nextAlerts, type RaisedAlert } from '../../domain/alerts/raised.ts'
import { needsRelay } from '../../domain/plugin-configuration.ts'
import { raisedAlerts } from '../../store/alerts-file.ts'
import { freeBytes } from '../../store/disk-room.ts'
import type { ServiceDir } from '../../store/service-dir.ts'
import { followKeyMarks, marksOfKeys, type UnseenKeyMarks } from '../../store/unseen-key-marks.ts'
import { type AlertListener, AlertTeller } from '../../web/alert-teller.ts'
import { isRelayAlive } from '../store/readers.ts'
import { isOfRelay } from './relay-services.ts'
import type { SharedAlerts } from './shared-alerts.ts'

interface HubAlertsDeps extends AlertSources {
  shared: SharedAlerts
  dir: Pick<ServiceDir, 'base' | 'alertsFile' | 'toldAlertsFile' | 'keyActivityFile'>
  log: Pick<Logger, 'info' | 'warn' | 'debug'>
  everyMs?: number | undefined
}

const usualMs = 2_000
/** The kinds that concern only this process. They outlast its restart. */
const ownKinds: readonly Alert['kind'][] = [
  'relay_stopped',
  'disk_nearly_full',
  'key_hidden_person',
  'key_unusual_rate',
  'key_first_send',
]

export class HubAlerts implements AlertsService {
  readonly #deps: HubAlertsDeps
  readonly #ofRelay: ReturnType<typeof raisedAlerts>
  readonly #teller: AlertTeller
  readonly #keyMarks: UnseenKeyMarks
  readonly #stopping = new AbortController()
  readonly #ended: Promise<void>
  #own: AlertState

  /** Starts watching at once. */
  constructor(deps: HubAlertsDeps) {
    this.#deps = deps
    const { dir, log, everyMs = usualMs } = deps
    this.#ofRelay = raisedAlerts(dir.alertsFile)
    // The relay has written its own alerts to the log.
    this.#teller = new AlertTeller({ file: dir.toldAlertsFile, log, isLogged: (alert) => !isOfRelay(alert) })
    this.#keyMarks = followKeyMarks(dir.keyActivityFile)
    const { told } = this.#teller
    this.#own = { raised: told.filter(({ kind }) => ownKinds.includes(kind)).map(raisedBefore), pending: [] }
    const { signal } = this.#stopping
    this.#ended = repeat(() => this.check(), { signal, backoff: { firstMs: everyMs, longestMs: everyMs } })
  }

  current(): Alert[] {
    const ofRelay = this.#ofRelay.read().raised.filter(isOfRelay)
    const raised = [...this.#deps.shared.raised(), ...ofRelay, ...this.#own.raised]
    // The relay's reports in PostgreSQL show whether one is running, so no heartbeat is needed.
    return currentAlerts(this.#deps, { raised, isBridgeAlive: true })
  }

  /** Registers a listener to which each alert is told as well. */
  onNews(listener: AlertListener): void {
    this.#teller.onNews(listener)
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    await this.#ended
    this.#keyMarks.close()
  }

  /** Checks everything now. */
  async check(): Promise<void> {
    const { shared, settings, nowMs } = this.#deps
    await shared.check()
    const now = nowMs()
    const conditions = conditionsOf(this.#ownFacts(), {
      limits: settings.current().alerts,
      raised: this.#own.raised,
      nowMs: now,
    })
    const ofRelay = this.#ofRelayItself(now)
    // The problem has lasted since a relay last reported although it could have.
    const sinceMs = Math.max(shared.relay?.aliveMs ?? 0, shared.relay?.answersSinceMs ?? now)
    const lasting = ofRelay.map((one) => ({ ...one, firstSeenMs: sinceMs }))
    const state = { raised: this.#own.raised, pending: [...lasting, ...this.#own.pending] }
    this.#own = nextAlerts(state, [...ofRelay, ...conditions], now)
    if (!this.#stopping.signal.aborted) this.#teller.tell(this.current())
  }

  /** Returns the condition that no process relays although a plugin or a rule waits for one. */
  #ofRelayItself(nowMs: number): Condition[] {
    const { shared, settings, bridge } = this.#deps
    const { relay } = shared
    // While PostgreSQL does not answer, no alert begins and none ends.
    if (relay === undefined) return this.#own.raised.filter(({ kind }) => kind === 'relay_stopped')
    const { aliveMs } = relay
    return hubRelayConditions({
      isWanted: needsRelay(settings.current()),
      isAlive: isRelayAlive(aliveMs, nowMs),
      aliveMs,
      reason: bridge.status()?.reason ?? null,
    })
  }

  #ownFacts() {
    const { dir, settings } = this.#deps
    const keys = marksOfKeys(this.#keyMarks.unseen(), settings.current().auth.api_keys)
    const relay = { state: 'polling', code: null, reason: null } as const
    return { plugins: [], webhooks: [], keys, relay, freeBytes: freeBytes(dir.base), quiet: null }
  }
}

const raisedBefore = ({ id, kind, key, since, reason }: Alert): RaisedAlert => ({
  id,
  kind,
  plugin: null,
  webhook: null,
  sinceMs: Date.parse(since),
  reason,
  ...(key !== null && { key }),
})
