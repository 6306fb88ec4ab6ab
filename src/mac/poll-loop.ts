/** Decides when to poll chat.db: on every tick, at once after a file event, and again a few milliseconds later. */

export interface PollLoop {
  /** Reports a file event in Messages' folder. */
  stir(): void
  /** Resolves after the poll in progress. */
  stop(): Promise<void>
}

/** A file event can come before its commit is visible; polling again after these delays catches such commits. */
const pollAgainMs = [2, 10, 50]

/** Limits what `tickMs` returns; the settings allow 5 s at most. */
const longestTickMs = 60_000

interface PollLoopDeps {
  tickMs(): number
  /** Runs one poll. It handles its own failures: anything that it throws ends the loop and is passed to `onCrash`. */
  poll(): Promise<void>
  onCrash(error: unknown): void
}

export function startPollLoop({ tickMs, poll, onCrash }: PollLoopDeps): PollLoop {
  let isStopped = false
  let isDue = false
  let wakeUp = () => {}
  let echoes: NodeJS.Timeout[] = []

  const wake = () => {
    isDue = true
    wakeUp()
  }
  const rest = () =>
    new Promise<void>((resolve) => {
      if (isDue || isStopped) return resolve()
      const timer = setTimeout(resolve, Math.min(tickMs(), longestTickMs))
      wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const run = async () => {
    while (!isStopped) {
      isDue = false
      await poll()
      await rest()
    }
  }
  const ended = run().catch(onCrash)

  return {
    stir() {
      wake()
      for (const timer of echoes) clearTimeout(timer)
      echoes = pollAgainMs.map((ms) => setTimeout(wake, ms))
    },
    async stop() {
      isStopped = true
      for (const timer of echoes) clearTimeout(timer)
      wakeUp()
      await ended
    },
  }
}
