/** Tells each alert once when it begins and once when it is over, also across restarts of this process. */
import { messageOf } from '../base/errors.ts'
import type { Alert } from '../contract/alert.ts'
import type { Logger } from '../contract/log-entry.ts'
import { logLineOf, logLineOfEnd } from '../domain/alerts/sentences.ts'
import { toldAlerts } from '../store/alerts-file.ts'

/** A way on which alerts are told. */
export type AlertListener = (alert: Alert, isOver: boolean) => void

interface AlertTellerDeps {
  /** Keeps what was told. */
  file: string
  log: Pick<Logger, 'info' | 'warn' | 'debug'>
  /** Whether an alert gets its line in the log from here. */
  isLogged(alert: Alert): boolean
}

export class AlertTeller {
  readonly #deps: AlertTellerDeps
  readonly #file: ReturnType<typeof toldAlerts>
  readonly #listeners = new Set<AlertListener>()
  #told: readonly Alert[]

  constructor(deps: AlertTellerDeps) {
    this.#deps = deps
    this.#file = toldAlerts(deps.file)
    this.#told = this.#file.read().told
  }

  /** The alerts that were told last. */
  get told(): readonly Alert[] {
    return this.#told
  }

  /** Registers another way on which each alert is told. */
  onNews(listener: AlertListener): void {
    this.#listeners.add(listener)
  }

  /** Tells what has begun and what is over since it was called last. */
  tell(alerts: readonly Alert[]): void {
    const begun = alerts.filter(({ id }) => !this.#told.some((told) => told.id === id))
    const over = this.#told.filter(({ id }) => !alerts.some((alert) => alert.id === id))
    if (begun.length + over.length === 0) return
    this.#told = alerts
    this.#write()
    for (const alert of over) this.#say(alert, true)
    for (const alert of begun) this.#say(alert, false)
  }

  #say(alert: Alert, isOver: boolean): void {
    if (this.#deps.isLogged(alert)) this.#log(alert, isOver)
    for (const listener of this.#listeners)
      try {
        listener(alert, isOver)
      } catch (error) {
        this.#deps.log.warn(`an alert could not be told: ${messageOf(error)}`)
      }
  }

  #log({ since, ...alert }: Alert, isOver: boolean): void {
    const line = { ...alert, sinceMs: Date.parse(since) }
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
