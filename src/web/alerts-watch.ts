/**
 * Watches the alerts for everyone whom the web process serves: those that the bridge has raised, and that the bridge
 * does not run. Each is told once when it begins and once when it is over, also across restarts of this process.
 */
import { type AlertSources, currentAlerts } from '../actions/current-alerts.ts'
import type { AlertsService } from '../actions/services.ts'
import { messageOf } from '../base/errors.ts'
import type { Alert } from '../contract/alert.ts'
import type { Logger } from '../contract/log-entry.ts'
import { logLineOf, logLineOfEnd } from '../domain/alerts/sentences.ts'
import { raisedAlerts, toldAlerts } from '../store/alerts-file.ts'
import { isAlive } from '../store/heartbeat.ts'
import type { ServiceDir } from '../store/service-dir.ts'

/** A way on which alerts are told. */
export type AlertListener = (alert: Alert, isOver: boolean) => void

interface AlertsWatchDeps extends AlertSources {
  dir: Pick<ServiceDir, 'alertsFile' | 'toldAlertsFile'>
  log: Pick<Logger, 'info' | 'warn' | 'debug'>
  everyMs?: number
}

const everySecondMs = 1_000
/** After a Mac has slept, its bridge takes a moment for its first poll; only so many silent checks mean that it stopped. */
const silentChecks = 8

export class AlertsWatch implements AlertsService {
  readonly #deps: AlertsWatchDeps
  readonly #raised: ReturnType<typeof raisedAlerts>
  readonly #file: ReturnType<typeof toldAlerts>
  readonly #listeners = new Set<AlertListener>()
  readonly #timer: NodeJS.Timeout
  #silent = 0
  #told: readonly Alert[]

  constructor(deps: AlertsWatchDeps) {
    this.#deps = deps
    this.#raised = raisedAlerts(deps.dir.alertsFile)
    this.#file = toldAlerts(deps.dir.toldAlertsFile)
    this.#told = this.#file.read().told
    const { everyMs = everySecondMs } = deps
    this.#timer = setInterval(() => this.check(), everyMs).unref()
  }

  current(): Alert[] {
    return currentAlerts(this.#deps, {
      raised: this.#raised.read().raised,
      isBridgeAlive: this.#silent < silentChecks,
    })
  }

  /** Registers another way on which each alert is told. */
  onNews(listener: AlertListener): void {
    this.#listeners.add(listener)
  }

  close(): void {
    clearInterval(this.#timer)
  }

  check(): void {
    const { bridge, nowMs } = this.#deps
    const lastHeartbeatS = bridge.lastHeartbeatS()
    this.#silent = isAlive(lastHeartbeatS, nowMs()) ? 0 : this.#silent + 1
    // While it is not certain whether the bridge runs, nothing begins and nothing is over.
    if (this.#silent > 0 && this.#silent < silentChecks) return
    this.#tell(this.current())
  }

  #tell(alerts: readonly Alert[]): void {
    const begun = alerts.filter(({ id }) => !this.#told.some((told) => told.id === id))
    const over = this.#told.filter(({ id }) => !alerts.some((alert) => alert.id === id))
    if (begun.length + over.length === 0) return
    this.#told = alerts
    this.#write()
    for (const alert of over) this.#say(alert, true)
    for (const alert of begun) this.#say(alert, false)
  }

  #say(alert: Alert, isOver: boolean): void {
    // The bridge has written its own alerts into the log.
    if (alert.kind === 'relay_stopped') this.#log(alert, isOver)
    for (const listener of this.#listeners)
      try {
        listener(alert, isOver)
      } catch (error) {
        this.#deps.log.warn(`an alert could not be told: ${messageOf(error)}`)
      }
  }

  #log({ kind, plugin, webhook, since }: Alert, isOver: boolean): void {
    const line = { kind, plugin, webhook, sinceMs: Date.parse(since) }
    if (isOver) this.#deps.log.info(logLineOfEnd(line))
    else this.#deps.log.warn(logLineOf(line))
  }

  #write(): void {
    try {
      this.#file.write({ told: [...this.#told] })
    } catch (error) {
      this.#deps.log.debug(`alerts_told.json could not be written: ${messageOf(error)}`)
    }
  }
}
