/** Samples every few seconds how old the bridge's heartbeat is, and keeps the last minutes in memory. */

export interface BeatHistory {
  /** Seconds, oldest first; null where no heartbeat was known. */
  ages(): (number | null)[]
  close(): void
}

interface Parts {
  lastBeatS(): number | undefined
  nowMs(): number
}

const everyMs = 5_000
const kept = 60

export function beatHistory({ lastBeatS, nowMs }: Parts): BeatHistory {
  const ages: (number | null)[] = []
  function look(): void {
    const beatS = lastBeatS()
    ages.push(beatS === undefined ? null : Math.max(0, Math.round((nowMs() / 1000 - beatS) * 10) / 10))
    if (ages.length > kept) ages.shift()
  }
  look()
  const timer = setInterval(look, everyMs).unref()
  return { ages: () => [...ages], close: () => clearInterval(timer) }
}
