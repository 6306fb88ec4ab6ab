/** Samples every few seconds how old the bridge's heartbeat is, and keeps the last minutes in memory. */
import { SteadyTimer } from '../base/steady-timer.ts'

export interface HeartbeatHistory {
  /** Seconds, oldest first; null where no heartbeat was known. */
  ages(): (number | null)[]
  close(): void
}

interface HeartbeatHistoryDeps {
  lastHeartbeatS(): number | undefined
  nowMs(): number
}

const everyMs = 5_000
const kept = 60

export function heartbeatHistory({ lastHeartbeatS, nowMs }: HeartbeatHistoryDeps): HeartbeatHistory {
  const ages: (number | null)[] = []
  function look(): void {
    const beatS = lastHeartbeatS()
    ages.push(beatS === undefined ? null : Math.max(0, Math.round((nowMs() / 1000 - beatS) * 10) / 10))
    if (ages.length > kept) ages.shift()
  }
  look()
  const timer = new SteadyTimer(everyMs, look).unref()
  return { ages: () => [...ages], close: () => timer.stop() }
}
