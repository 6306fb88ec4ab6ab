/** Decides which tab of this browser follows the event stream, with locks or without. */
import { streamName } from './stream-holder.ts'

export interface Tab {
  /** Follows the stream until the signal aborts; rejects when the service refuses. */
  hold(signal: AbortSignal): Promise<void>
  /** Asks for a message of the holder. */
  ask(): void
  /** Calls the listener for every message of a holder in another tab. */
  onHeard(listener: () => void): void
}

const checkMs = 1_000
/** Checks in a row without a response before the lock is stolen. */
const patience = 2

/**
 * Gives the stream to the tab that holds a lock. The browser passes the lock on when that tab closes, and another tab
 * steals it when the holder does not respond. Returns the function that stops it.
 */
export function holdInTurn(tab: Tab): () => void {
  const ending = new AbortController()
  let waiting = new AbortController()
  let isForced = false
  let unanswered = 0
  tab.onHeard(() => {
    unanswered = 0
  })

  async function takeTurn(): Promise<void> {
    const own = new AbortController()
    const stop = AbortSignal.any([ending.signal, own.signal])
    waiting = new AbortController()
    const options: LockOptions = isForced
      ? { steal: true }
      : { signal: AbortSignal.any([ending.signal, waiting.signal]) }
    isForced = false
    const checking = setInterval(check, checkMs)
    try {
      await navigator.locks.request(streamName, options, async () => {
        clearInterval(checking)
        await tab.hold(stop)
      })
    } finally {
      // The lock may have been stolen while the stream still runs.
      own.abort()
      clearInterval(checking)
      unanswered = 0
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
  function check(): void {
    if (document.visibilityState === 'hidden') return
    if (unanswered++ < patience) tab.ask()
    else {
      isForced = true
      waiting.abort()
    }
  }

  void keepTakingTurns()
  return () => ending.abort()
}

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

/** Somebody who returns soon finds the stream still running, unless another tab has one. */
const hiddenForMs = 60_000

/**
 * Gives each visible tab its own stream where there are no locks; a hidden tab soon closes its stream. Returns the
 * function that stops it.
 */
export function holdWhileVisible(tab: Tab): () => void {
  let holding: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const isHidden = () => document.visibilityState === 'hidden'

  function begin(): void {
    if (holding !== undefined) return
    const own = new AbortController()
    holding = own
    // A refusal would only repeat; the page learns of it by its other requests.
    void tab.hold(own.signal).catch(() => undefined)
  }

  function end(): void {
    holding?.abort()
    holding = undefined
  }

  function onVisibility(): void {
    clearTimeout(timer)
    if (isHidden()) timer = setTimeout(end, hiddenForMs)
    else begin()
  }

  tab.onHeard(() => {
    if (isHidden()) end()
  })
  document.addEventListener('visibilitychange', onVisibility)
  if (!isHidden()) begin()
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    clearTimeout(timer)
    end()
  }
}
