/** Schedules polls of a file: at an interval, sooner when it changes, and never two at once. */

export interface Looks {
  begin(): void
  /** Reports a change. */
  soon(): void
  end(): void
}

/** Polling is needed because watchers stop reporting, and a file event can come before its commit is visible. */
const everyMs = 80
/** Changes within this time are handled by one poll. */
const gatherMs = 10

/** `look` handles its own failures. */
export function looks(look: () => Promise<void>): Looks {
  let timer: NodeJS.Timeout | undefined
  let isRunning = false
  let isLooking = false
  let isStirred = false

  function after(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(run, ms)
  }

  async function run(): Promise<void> {
    isLooking = true
    isStirred = false
    await look()
    isLooking = false
    if (isRunning) after(isStirred ? gatherMs : everyMs)
  }

  return {
    begin() {
      isRunning = true
      if (!isLooking) after(everyMs)
    },
    soon() {
      if (isStirred || !isRunning) return
      isStirred = true
      if (!isLooking) after(gatherMs)
    },
    end() {
      isRunning = false
      clearTimeout(timer)
    },
  }
}
