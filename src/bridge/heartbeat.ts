/**
 * Keeps the bridge's heartbeat: writes it at every poll and within long ones, and notices sleeps by the time between
 * two of them.
 */
import type { Clock } from '../base/clock.ts'

interface HeartbeatDeps {
  clock: Clock
  /** Unix milliseconds of the last heartbeat of an earlier process. */
  lastAliveMs: number
  write(nowMs: number): void
  onSleep(sleep: { lengthMs: number; nowMs: number }): void
}

/** Heartbeats further apart than this have a sleep between them. */
const sleptMs = 30_000

/**
 * Other processes take the bridge for dead after ten seconds, and ingesting a hundred thousand messages takes longer
 * than that.
 */
const everyMs = 1_000

export class BridgeHeartbeat {
  readonly #deps: HeartbeatDeps
  #aliveMs: number

  constructor(deps: HeartbeatDeps) {
    this.#deps = deps
    this.#aliveMs = deps.lastAliveMs
  }

  /** Called at the beginning of each poll. */
  beat(nowMs: number): void {
    this.#deps.write(nowMs)
    const lengthMs = nowMs - this.#aliveMs
    if (lengthMs > sleptMs) this.#deps.onSleep({ lengthMs, nowMs })
    this.#aliveMs = nowMs
  }

  /** Called within a poll. Returns whether it was time for a heartbeat. */
  beatIfDue(): boolean {
    const nowMs = this.#deps.clock.nowMs()
    if (nowMs - this.#aliveMs < everyMs) return false
    this.beat(nowMs)
    return true
  }
}
