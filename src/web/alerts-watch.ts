/**
 * Watches the alerts for everyone whom the web process serves: those that the bridge has raised, and that the bridge
 * does not run.
 */
import { type AlertSources, currentAlerts } from '../actions/current-alerts.ts'
import type { AlertsService } from '../actions/services.ts'
import { SteadyTimer } from '../base/steady-timer.ts'
import type { Alert } from '../contract/alert.ts'
import type { Logger } from '../contract/log-entry.ts'
import { raisedAlerts } from '../store/alerts-file.ts'
import { isAlive } from '../store/heartbeat.ts'
import type { ServiceDir } from '../store/service-dir.ts'
import { type AlertListener, AlertTeller } from './alert-teller.ts'

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
  readonly #teller: AlertTeller
  readonly #timer: SteadyTimer
  #silent = 0

  constructor(deps: AlertsWatchDeps) {
    this.#deps = deps
    const { dir, log, everyMs = everySecondMs } = deps
    this.#raised = raisedAlerts(dir.alertsFile)
    // The bridge has written its own alerts into the log.
    this.#teller = new AlertTeller({ file: dir.toldAlertsFile, log, isLogged: ({ kind }) => kind === 'relay_stopped' })
    this.#timer = new SteadyTimer(everyMs, () => this.check()).unref()
  }

  current(): Alert[] {
    return currentAlerts(this.#deps, {
      raised: this.#raised.read().raised,
      isBridgeAlive: this.#silent < silentChecks,
    })
  }

  /** Registers another way on which each alert is told. */
  onNews(listener: AlertListener): void {
    this.#teller.onNews(listener)
  }

  close(): void {
    this.#timer.stop()
  }

  check(): void {
    const { bridge, nowMs } = this.#deps
    const lastHeartbeatS = bridge.lastHeartbeatS()
    this.#silent = isAlive(lastHeartbeatS, nowMs()) ? 0 : this.#silent + 1
    // While it is uncertain whether the bridge runs, no alert begins or ends.
    if (this.#silent > 0 && this.#silent < silentChecks) return
    this.#teller.tell(this.current())
  }
}
