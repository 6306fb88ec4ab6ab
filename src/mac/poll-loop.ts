/** When to look at chat.db: on every tick, at once when something stirs, and again a few milliseconds later. */

export interface PollLoop {
  /** Something stirred in Messages' folder. */
  stir(): void
  /** Ends after the turn that is under way. */
  stop(): Promise<void>
}

/** A file event can come before its commit is visible; looking again so much later catches those. */
const lookAgainMs = [2, 10, 50]

/** Of the settings, 5 s are the most. */
const longestTickMs = 60_000

interface PollLoopDeps {
  tickMs(): number
  /** One turn. It handles its own failures: what it throws ends the loop and rejects `stop`. */
  turn(): Promise<void>
  onCrash(error: unknown): void
}

export function startPollLoop({ tickMs, turn, onCrash }: PollLoopDeps): PollLoop {
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
      await turn()
      await rest()
    }
  }
  const ended = run().catch(onCrash)

  return {
    stir() {
      wake()
      for (const timer of echoes) clearTimeout(timer)
      echoes = lookAgainMs.map((ms) => setTimeout(wake, ms))
    },
    async stop() {
      isStopped = true
      for (const timer of echoes) clearTimeout(timer)
      wakeUp()
      await ended
    },
  }
}
