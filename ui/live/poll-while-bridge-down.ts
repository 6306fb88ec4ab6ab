/**
 * Polls the newest conversations at each heartbeat while the bridge is down: no events arrive then, but Messages can
 * still be read.
 */
import { client } from '../api/client.ts'
import { tellAll } from './events.ts'
import { newsBetween, type Seen } from './news.ts'
import { useStatus } from './status.ts'

const newest = 30

/** Returns the function that stops it. */
export function pollWhileBridgeDown(): () => void {
  let seen: readonly Seen[] | undefined
  let isPolling = false

  async function poll(): Promise<void> {
    const found = await client.list_conversations({ limit: newest })
    const before = seen
    seen = found
    // Messages that arrived before the first poll are unknown, so everything is read again once.
    if (before === undefined) tellAll({ type: 'reset' })
    else for (const event of newsBetween(before, found)) tellAll(event)
  }

  return useStatus.subscribe(({ observed }, { observed: before }) => {
    if (observed.failures > 0 || observed.answeredAtMs === before.answeredAtMs) return
    if (observed.beat?.bridge_alive !== false) seen = undefined
    else if (!isPolling && document.visibilityState === 'visible') {
      isPolling = true
      void poll()
        .catch(() => undefined)
        .finally(() => {
          isPolling = false
        })
    }
  })
}
