/** After a section was chosen the focus is on its heading, as soon as that is there, and its beginning is in view. */

const patienceMs = 5_000

export function focusOnSection(room: HTMLElement | null): () => void {
  let frame = 0
  const attempt = () => {
    const heading = room?.querySelector<HTMLElement>('h2')
    if (!heading) return
    stop()
    heading.tabIndex = -1
    // After everybody else who moves the focus when the address changes.
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
