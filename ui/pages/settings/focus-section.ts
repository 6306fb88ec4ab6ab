/** Focuses the heading of a section that was chosen as soon as it is rendered, and scrolls to the top. */

const patienceMs = 5_000

export function focusOnSection(room: HTMLElement | null): () => void {
  let frame = 0
  const attempt = () => {
    const heading = room?.querySelector<HTMLElement>('h2')
    if (!heading) return
    stop()
    heading.tabIndex = -1
    // Runs after all other code that moves the focus when the address changes.
    frame = requestAnimationFrame(() => heading.focus({ preventScroll: true }))
    document.getElementById('main')?.scrollTo(0, 0)
  }
  const observer = new MutationObserver(attempt)
  const timer = setTimeout(() => stop(), patienceMs)
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
    cancelAnimationFrame(frame)
  }
  if (room !== null) observer.observe(room, { childList: true, subtree: true })
  attempt()
  return stop
}
