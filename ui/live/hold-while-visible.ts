/** Without locks, each visible tab has its own stream, and a hidden tab soon closes its stream. */
import type { Tab } from './tab.ts'

/** Somebody who returns soon finds the stream still running, unless another tab has one. */
const hiddenForMs = 60_000

/** Returns the function that stops it. */
export function holdWhileVisible({ hold, onHeard }: Tab): () => void {
  let holding: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const isHidden = () => document.visibilityState === 'hidden'

  function begin(): void {
    if (holding !== undefined) return
    const own = new AbortController()
    holding = own
    // A refusal would only repeat; the page learns of it by its other requests.
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
