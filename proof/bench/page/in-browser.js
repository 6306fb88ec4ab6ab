// Records timings in the browser while the page is measured; it runs before any code of the page.

globalThis.bench = (() => {
  const inputs = []
  const noted = { largestPaintMs: 0, shift: 0, blockedMs: 0 }
  const longTaskMs = 50
  const patienceMs = 20_000

  const watch = (type, note, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...more })
  watch('largest-contentful-paint', ({ startTime }) => {
    noted.largestPaintMs = startTime
  })
  watch('layout-shift', ({ value, hadRecentInput }) => {
    if (!hadRecentInput) noted.shift += value
  })
  watch('longtask', ({ duration }) => {
    noted.blockedMs += duration - longTaskMs
  })
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  /** Resolves in the task after a frame has been handed to the screen. */
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

  // Chromium's own Event Timing cannot be used here: during typing its entries are held back over many keys although
  // the frame of each was drawn, as traces show, and then report a second.
  for (const type of ['keydown', 'pointerup'])
    addEventListener(
      type,
      async ({ timeStamp }) => {
        await painted()
        inputs.push(performance.now() - timeStamp)
      },
      true,
    )

  async function until(isThere) {
    const endMs = performance.now() + patienceMs
    while (!isThere()) {
      if (performance.now() > endMs) throw new Error(`not seen within ${patienceMs} ms: ${isThere}`)
      await nextFrame()
    }
    await painted()
  }

  const go = (path) => history.pushState(null, '', path)
  let frames
  function frame(ms) {
    frames?.push(ms)
    if (frames !== undefined) requestAnimationFrame(frame)
  }

  return {
    noted: () => ({ ...noted, inputs }),
    go,
    /**
     * Returns the milliseconds from a click (`click`) or a change of the address (`go`) until `shows` is on the screen.
     */
    async timed({ click, go: path, shows }) {
      const startMs = performance.now()
      if (click !== undefined) document.querySelector(click).click()
      else go(path)
      await until(() => document.querySelector(shows) !== null)
      return performance.now() - startMs
    },
    /** Returns when the words appear in the open conversation, in milliseconds since the epoch. */
    async shown(words) {
      await until(() => document.querySelector('[data-thread]')?.textContent.includes(words))
      return performance.timeOrigin + performance.now()
    },
    /** Returns when a bare listener within this page received the next message. */
    heard: () =>
      new Promise((resolve) => {
        const stream = new EventSource('/api/v1/events')
        stream.onmessage = ({ data }) => {
          if (JSON.parse(data).type !== 'new_message') return
          resolve(performance.timeOrigin + performance.now())
          stream.close()
        }
      }),
    /** Draws this many rows of plain elements. */
    async plainRows(count) {
      const startMs = performance.now()
      const list = document.createElement('ul')
      for (let row = 0; row < count; row++) {
        const [item, link, preview] = ['li', 'a', 'p'].map((name) => document.createElement(name))
        link.href = `/row/${row}`
        link.textContent = `Somebody ${row}`
        preview.textContent = 'What was written last in this conversation'
        item.append(link, preview)
        list.append(item)
      }
      document.body.append(list)
      await painted()
      return performance.now() - startMs
    },
    watchFrames() {
      frames = []
      requestAnimationFrame(frame)
    },
    frameTimes() {
      const seen = frames
      frames = undefined
      return seen.slice(1).map((ms, index) => ms - seen[index])
    },
    /** Returns the centre of the element that scrolls the first of `rows`. */
    centreOfScroller(rows) {
      let box = document.querySelector(rows).parentElement
      while (box.scrollHeight <= box.clientHeight) box = box.parentElement
      const { left, top, width, height } = box.getBoundingClientRect()
      return { x: left + width / 2, y: top + height / 2 }
    },
    nodes: () => ({
      all: document.querySelectorAll('*').length,
      thread: document.querySelectorAll('[data-thread] *').length,
    }),
  }
})()
