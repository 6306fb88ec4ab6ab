/** Where there are no locks: each tab that is looked at has a stream of its own, and a hidden one soon has none. */
import type { Tab } from './tab.ts'

/** Somebody who comes back at once finds it still running, unless another tab has one. */
const hiddenForMs = 60_000

/** Returns what ends it. */
export function holdWhileVisible({ hold, onHeard }: Tab): () => void {
  let holding: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const isHidden = () => document.visibilityState === 'hidden'

  function begin(): void {
    if (holding !== undefined) return
    const own = new AbortController()
    holding = own
    // What the service refuses it refuses again; the page learns of it by its other questions.
    void hold(own.signal).catch(() => undefined)
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

  onHeard(() => {
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
