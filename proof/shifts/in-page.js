/** Runs in the page before it begins: keeps each layout shift, and what moved by it. */
{
  let shifts = []

  const nameOf = (node) => {
    const element = node instanceof Element ? node : node?.parentElement
    if (!element) return 'something that is gone'
    const text = element.textContent.replaceAll(/\s+/g, ' ').slice(0, 40)
    return `<${element.localName} class="${element.getAttribute('class') ?? ''}"> ${text}`
  }

  const note = (entries) => {
    for (const { value, startTime, sources } of entries) {
      const moved = sources.map(
        ({ node, previousRect: before, currentRect: after }) =>
          `${nameOf(node)} (${before.x},${before.y},${before.width}×${before.height} → ${after.x},${after.y},${after.width}×${after.height})`,
      )
      shifts.push({ value, atMs: Math.round(startTime), moved: moved.join('; ') })
    }
  }

  // Those after an input count here as well: nothing may move under the pointer of somebody who clicks early.
  const observer = new PerformanceObserver((list) => note(list.getEntries()))
  observer.observe({ type: 'layout-shift', buffered: true })

  /** Returns those since the last call. */
  globalThis.takeShifts = () => {
    note(observer.takeRecords())
    const taken = shifts
    shifts = []
    return taken
  }
}
