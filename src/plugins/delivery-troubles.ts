/**
 * Tracks the delivery failures of one plugin, for its record and for the log. In the log, a flood of failures is
 * counted instead of shown.
 */
import type { Logger } from '../contract/log-entry.ts'
import { names } from '../contract/names.ts'
import { createRateLimit } from './rate-limit.ts'

export interface DeliveryTroubles {
  /** The delivery is tried again after `waitMs`. */
  failed(id: string, trouble: Trouble & { waitMs: number }): void
  gaveUp(id: string, trouble: Trouble): void
  succeeded(id: string): void
  /** Nothing waits for this delivery any more. */
  forget(id: string): void
  /** The newest failure that no success has cleared. */
  lastError(): string | null
  /** Whether the newest attempt failed and a delivery waits for another attempt. */
  isRetrying(): boolean
}

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

export function createDeliveryTroubles({ plugin, log, monotonicMs }: DeliveryTroublesDeps): DeliveryTroubles {
  /** Deliveries that wait for another attempt, with the error of the last one; the newest comes last. */
  const failing = new Map<string, string>()
  let lastError: string | null = null
  let newestFailed = false
  const limitOf = (perMinute: number) => createRateLimit(perMinute, monotonicMs, minuteMs)
  const limits = {
    failed: limitOf(linesPerMinute.failed),
    gaveUp: limitOf(linesPerMinute.gaveUp),
    recovered: limitOf(linesPerMinute.recovered),
  }

  const tell = (kind: keyof typeof limits, level: 'info' | 'warn' | 'error', msg: string): void => {
    if (!limits[kind].take()) return
    const unsaid = limits[kind].turnedAway()
    log[level](unsaid === 0 ? msg : `${msg} (${unsaid} more like this since the last such line.)`)
  }

  return {
    failed(id, { attempts, error, waitMs }) {
      failing.delete(id)
      failing.set(id, error)
      lastError = error
      newestFailed = true
      tell(
        'failed',
        'warn',
        `Delivery ${id} failed (attempt ${attempts}): ${error}. Next attempt in ${seconds(waitMs)} s.`,
      )
    },
    gaveUp(id, { attempts, error }) {
      failing.delete(id)
      lastError = error
      newestFailed = false
      const times = attempts === 1 ? '1 attempt' : `${attempts} attempts`
      const remedy = `Deliver it again: ${names.command} plugins dead ${plugin} --retry`
      tell('gaveUp', 'error', `Delivery ${id} failed for good after ${times}: ${error}. ${remedy}`)
    },
    succeeded(id) {
      const wasFailing = failing.delete(id)
      newestFailed = false
      lastError = [...failing.values()].at(-1) ?? null
      if (wasFailing && failing.size === 0) tell('recovered', 'info', 'Deliveries go through again.')
    },
    forget(id) {
      if (!failing.delete(id) || failing.size > 0) return
      newestFailed = false
      lastError = null
    },
    lastError: () => lastError,
    isRetrying: () => newestFailed && failing.size > 0,
  }
}

const seconds = (ms: number): number => Math.max(0, Math.round(ms / 1_000))
