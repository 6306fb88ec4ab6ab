/**
 * Tracks the delivery failures of one plugin, for its record and for the log. In the log, a flood of failures is
 * counted instead of shown.
 */
import type { Logger } from '../contract/log-entry.ts'
import { names } from '../contract/names.ts'
import { RateLimit } from './rate-limit.ts'

interface Trouble {
  attempts: number
  error: string
}

export interface DeliveryTroublesDeps {
  plugin: string
  /** The logger under the name of the plugin. */
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  monotonicMs(): number
}

const linesPerMinute = { failed: 10, gaveUp: 10, recovered: 5 }
const minuteMs = 60_000

export class DeliveryTroubles {
  readonly #plugin: string
  readonly #log: DeliveryTroublesDeps['log']
  readonly #limits: Record<keyof typeof linesPerMinute, RateLimit>
  /** Deliveries that wait for another attempt, with the error of the last one; the newest comes last. */
  readonly #failing = new Map<string, string>()
  #lastError: string | null = null
  #newestFailed = false

  constructor({ plugin, log, monotonicMs }: DeliveryTroublesDeps) {
    this.#plugin = plugin
    this.#log = log
    this.#limits = {
      failed: new RateLimit(linesPerMinute.failed, monotonicMs, minuteMs),
      gaveUp: new RateLimit(linesPerMinute.gaveUp, monotonicMs, minuteMs),
      recovered: new RateLimit(linesPerMinute.recovered, monotonicMs, minuteMs),
    }
  }

  /** The newest failure that no success has cleared. */
  get lastError(): string | null {
    return this.#lastError
  }

  /** Whether the newest attempt failed and a delivery waits for another attempt. */
  get isRetrying(): boolean {
    return this.#newestFailed && this.#failing.size > 0
  }

  /** Notes that the delivery failed and is tried again after `waitMs`. */
  noteFailure(id: string, { attempts, error, waitMs }: Trouble & { waitMs: number }): void {
    this.#failing.delete(id)
    this.#failing.set(id, error)
    this.#lastError = error
    this.#newestFailed = true
    const waitS = Math.max(0, Math.round(waitMs / 1_000))
    this.#write('failed', 'warn', `Delivery ${id} failed (attempt ${attempts}): ${error}. Next attempt in ${waitS} s.`)
  }

  noteGivenUp(id: string, { attempts, error }: Trouble): void {
    this.#failing.delete(id)
    this.#lastError = error
    this.#newestFailed = false
    const times = attempts === 1 ? '1 attempt' : `${attempts} attempts`
    const remedy = `Deliver it again: ${names.command} plugins dead ${this.#plugin} --retry`
    this.#write('gaveUp', 'error', `Delivery ${id} failed for good after ${times}: ${error}. ${remedy}`)
  }

  noteSuccess(id: string): void {
    const wasFailing = this.#failing.delete(id)
    this.#newestFailed = false
    this.#lastError = [...this.#failing.values()].at(-1) ?? null
    if (wasFailing && this.#failing.size === 0) this.#write('recovered', 'info', 'Deliveries go through again.')
  }

  /** Notes that nothing waits for this delivery any more. */
  forget(id: string): void {
    if (!this.#failing.delete(id) || this.#failing.size > 0) return
    this.#newestFailed = false
    this.#lastError = null
  }

  #write(kind: keyof typeof linesPerMinute, level: 'info' | 'warn' | 'error', msg: string): void {
    const limit = this.#limits[kind]
    if (!limit.take()) return
    const omitted = limit.countRefused()
    this.#log[level](omitted === 0 ? msg : `${msg} (${omitted} more like this since the last such line.)`)
  }
}
