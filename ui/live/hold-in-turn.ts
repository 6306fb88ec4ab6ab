/**
 * Gives the stream to the tab that holds a lock. The browser passes the lock on when that tab closes, and another tab
 * steals it when the holder does not respond.
 */
import type { Tab } from './tab.ts'

const lookMs = 800
/** Checks in a row without a response before the lock is stolen. */
const patience = 2

/** Returns the function that stops it. */
export function holdInTurn({ hold, ask, onHeard }: Tab): () => void {
  const ending = new AbortController()
  let waiting = new AbortController()
  let isHolding = false
  let isForced = false
  let silentLooks = 0
  onHeard(() => {
    silentLooks = 0
  })

  async function takeTurn(): Promise<void> {
    const own = new AbortController()
    const stop = AbortSignal.any([ending.signal, own.signal])
    waiting = new AbortController()
    const options: LockOptions = isForced
      ? { steal: true }
      : { signal: AbortSignal.any([ending.signal, waiting.signal]) }
    isForced = false
    try {
      await navigator.locks.request('event-stream', options, async () => {
        isHolding = true
        await hold(stop)
      })
    } finally {
      // The lock may have been stolen while the stream still runs.
      own.abort()
      isHolding = false
      silentLooks = 0
    }
  }

  async function keepTakingTurns(): Promise<void> {
    while (!ending.signal.aborted)
      try {
        await takeTurn()
      } catch (error) {
        if (!isAbort(error)) return
      }
  }

  /** Timers of hidden tabs are slow, so responses would seem late to them. */
  function look(): void {
    if (isHolding || document.visibilityState === 'hidden') return
    if (silentLooks++ < patience) ask()
    else {
      isForced = true
      waiting.abort()
    }
  }

  const looking = setInterval(look, lookMs)
  void keepTakingTurns()
  return () => {
    clearInterval(looking)
    ending.abort()
  }
}

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'
