/** Schedules polls of a file: at an interval, sooner when it changes, and never two at once. */

export interface PollSchedule {
  begin(): void
  /** Reports a change. */
  soon(): void
  end(): void
}

/** Polling is needed because watchers stop reporting, and a file event can come before its commit is visible. */
const everyMs = 80
/** Changes within this time are handled by one poll. */
const gatherMs = 10

/** `poll` handles its own failures. */
export function pollSchedule(poll: () => Promise<void>): PollSchedule {
  let timer: NodeJS.Timeout | undefined
  let isRunning = false
  let isPolling = false
  let isStirred = false

  function after(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(run, ms)
  }

  async function run(): Promise<void> {
    isPolling = true
    isStirred = false
    await poll()
    isPolling = false
    if (isRunning) after(isStirred ? gatherMs : everyMs)
  }

  return {
    begin() {
      isRunning = true
      if (!isPolling) after(everyMs)
    },
    soon() {
      if (isStirred || !isRunning) return
      isStirred = true
      if (!isPolling) after(gatherMs)
    },
    end() {
      isRunning = false
      clearTimeout(timer)
    },
  }
}
