/**
 * Watches what keeps messages from reaching the hub and its plugins, for everyone whom this process serves: what is the same for
 * all processes of the hub, what its relay has written down about plugins, and what concerns this machine and the API keys.
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
/** What concerns this process alone, and outlasts its restart. */
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

  /** Begins at once. */
  constructor(deps: HubAlertsDeps) {
    this.#deps = deps
    const { dir, log, everyMs = usualMs } = deps
    this.#ofRelay = raisedAlerts(dir.alertsFile)
    // The relay has written its own alerts into the log.
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
    // Whether one runs is judged by what it says in PostgreSQL.
    return currentAlerts(this.#deps, { raised, isBridgeAlive: true })
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
    const { shared, settings, nowMs } = this.#deps
    await shared.check()
    const now = nowMs()
    const conditions = conditionsOf(this.#ownFacts(), {
      limits: settings.current().alerts,
      raised: this.#own.raised,
      nowMs: now,
    })
    const ofRelay = this.#ofRelayItself(now)
    // It has lasted for as long as no relay has said anything, although it could.
    const sinceMs = Math.max(shared.relay?.aliveMs ?? 0, shared.relay?.answersSinceMs ?? now)
    const lasting = ofRelay.map((one) => ({ ...one, firstSeenMs: sinceMs }))
    const state = { raised: this.#own.raised, pending: [...lasting, ...this.#own.pending] }
    this.#own = nextAlerts(state, [...ofRelay, ...conditions], now)
    if (!this.#stopping.signal.aborted) this.#teller.tell(this.current())
  }

  /** That no process relays, although a plugin or a rule waits for it. */
  #ofRelayItself(nowMs: number): Condition[] {
    const { shared, settings, bridge } = this.#deps
    const { relay } = shared
    // While PostgreSQL does not answer, nothing begins and nothing is over.
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
