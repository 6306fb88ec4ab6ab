/** Checks within the page what no library checks: focus rings, room, motion and texts. */
{
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })

  /** Returns red, green, blue and alpha of any colour that CSS can express. */
  function channels(colour) {
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillStyle = colour
    canvas.fillRect(0, 0, 1, 1)
    return [...canvas.getImageData(0, 0, 1, 1).data].map((value) => value / 255)
  }

  const over = ([r, g, b, a], below) => [r, g, b].map((value, index) => value * a + below[index] * (1 - a))

  function backgroundOf(element) {
    const layers = []
    for (let at = element; at !== null; at = at.parentElement) {
      const layer = channels(getComputedStyle(at).backgroundColor)
      if (layer[3] > 0) layers.unshift(layer)
      if (layer[3] === 1) break
    }
    return layers.reduce((below, layer) => over(layer, below), channels('Canvas'))
  }

  const linear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
  const luminance = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
  function contrast(one, other) {
    const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
    return (light + 0.05) / (dark + 0.05)
  }

  const isSeen = (element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.getBoundingClientRect().width > 1
  const nameOf = (element) =>
    `${element.tagName.toLowerCase()} ‘${(element.ariaLabel ?? element.textContent ?? '').trim().slice(0, 40)}’`

  const outlineOf = (element) => {
    const { outlineStyle, outlineWidth, outlineColor, outlineOffset } = getComputedStyle(element)
    const width = outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth)
    return { element, width, colour: outlineColor, offset: Number.parseFloat(outlineOffset) }
  }

  /** Finds the ring around the element, around its visible part, or around the field that contains it. */
  function ringOf(element) {
    const candidates = [element, ...element.querySelectorAll('*'), element.parentElement, ...labelsOf(element)]
    return candidates.map(outlineOf).find(({ width }) => width >= 2)
  }
  const labelsOf = (element) => [...(element.labels ?? [])].flatMap((label) => [label, ...label.querySelectorAll('*')])

  function ringProblem(focused) {
    const ring = ringOf(focused)
    if (ring === undefined) return 'has no ring of 2 px'
    const ground = backgroundOf(ring.offset < 0 ? ring.element : (ring.element.parentElement ?? ring.element))
    const ratio = contrast(over(channels(ring.colour), ground), ground)
    return ratio < 3 ? `has a ring with a contrast of ${ratio.toFixed(2)}` : undefined
  }

  const worn = new CSSStyleSheet()
  function wear(css) {
    worn.replaceSync(css)
    if (!document.adoptedStyleSheets.includes(worn))
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, worn]
  }

  const top = () => document.querySelector(':modal') ?? document.querySelector(':popover-open') ?? document
  const focusable = ':is(a[href], button, input, select, textarea, summary, [tabindex]):not(main)'

  /** One element of each kind suffices. Tab has to be the last key that was pressed. */
  function* kinds(known) {
    for (const element of top().querySelectorAll(focusable)) {
      const kind = `${element.tagName} ${element.type} ${element.role} ${element.className}`
      if (known.has(kind) || element.disabled || !isSeen(element)) continue
      element.focus({ preventScroll: true, focusVisible: true })
      if (document.activeElement !== element || !element.matches(':focus-visible')) continue
      known.add(kind)
      yield element
    }
  }

  /** Looks at each kind of element once. Themes are the outer loop, since another theme draws the whole page anew. */
  function ringProblems(themes) {
    const had = document.activeElement
    const seen = `kinds seen ${matchMedia('(forced-colors: active)').matches ? 'under forced colours' : 'in themes'}`
    const known = new Set(JSON.parse(sessionStorage.getItem(seen) ?? '[]'))
    const elements = [...kinds(known)]
    sessionStorage.setItem(seen, JSON.stringify([...known]))
    const problems = []
    for (const { name, css } of themes) {
      wear(css)
      for (const element of elements) {
        element.focus({ preventScroll: true, focusVisible: true })
        const problem = ringProblem(element)
        if (problem !== undefined) problems.push(`${name}: ${nameOf(element)} ${problem}`)
      }
    }
    had?.focus({ preventScroll: true })
    wear('')
    return problems
  }

  const longest = (durations) => Math.max(...durations.split(',').map(Number.parseFloat))

  function moving() {
    return [...document.querySelectorAll('*')].filter((element) => {
      const { transitionDuration, animationDuration, animationName } = getComputedStyle(element)
      return longest(transitionDuration) > 0.001 || (animationName !== 'none' && longest(animationDuration) > 0.001)
    })
  }

  const addressed = ['src', 'href', 'action', 'formaction', 'data', 'poster', 'srcset', 'xlink:href']

  /** The policy would not have run these anyway. */
  const inline = () =>
    [...document.querySelectorAll('*')].filter(
      (element) =>
        ['STYLE', 'BASE', 'OBJECT', 'EMBED'].includes(element.tagName) ||
        (element.tagName === 'SCRIPT' && !element.src) ||
        element.getAttributeNames().some((name) => name.startsWith('on')) ||
        addressed.some((name) => /^\s*(javascript|vbscript):/i.test(element.getAttribute(name) ?? '')),
    )

  const controls =
    'button, a[href], label, summary, [role="option"], [role="menuitem"], [role="tab"], h1, h2, h3, legend'
  const isClipping = ({ overflowX, overflowY }) => overflowX !== 'visible' || overflowY !== 'visible'

  /**
   * Returns controls whose text is cut off. A name is cut with dots on purpose, and has a title or is shown elsewhere.
   */
  function clipped() {
    return [...document.querySelectorAll(controls)].filter((control) => {
      if (!isSeen(control) || control.closest('.visually-hidden') !== null) return false
      if (control.closest('[aria-hidden="true"]') !== null) return false
      return [control, ...control.querySelectorAll('*')].some(
        (element) =>
          isClipping(getComputedStyle(element)) &&
          isSeen(element) &&
          !element.matches(
            '.visually-hidden, bdi, [dir="auto"], svg, svg *, [aria-hidden="true"], [aria-hidden="true"] *',
          ) &&
          element.querySelector('bdi, [dir="auto"]') === null &&
          element.closest('bdi, [dir="auto"]') === null &&
          element.scrollWidth > element.clientWidth + 1,
      )
    })
  }

  /** Returns what is wider than the window, outside anything that is meant to scroll horizontally. */
  function wide() {
    const { scrollingElement } = document
    if (scrollingElement.scrollWidth > innerWidth) return ['the page itself']
    return [...document.querySelectorAll('*')]
      .filter((element) => {
        const { overflowX, overflowY } = getComputedStyle(element)
        const isPane = (overflowY === 'auto' || overflowY === 'scroll') && !element.matches('textarea, pre')
        return isPane && overflowX !== 'hidden' && isSeen(element) && element.scrollWidth > element.clientWidth + 1
      })
      .map(nameOf)
  }

  /** Returns controls that cannot be scrolled to. */
  function unreachable() {
    const all = [...top().querySelectorAll('button, a[href], input, select, textarea')]
    return all.filter((control) => {
      if (!control.checkVisibility({ visibilityProperty: true }) || control.closest('.visually-hidden')) return false
      if (control.matches('.visually-hidden, [tabindex="-1"]')) return false
      control.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      const { left, right, top: above, bottom } = control.getBoundingClientRect()
      if (right - left <= 1) return false
      return left < -1 || right > innerWidth + 1 || above < -1 || above > innerHeight - 4 || bottom < 4
    })
  }

  const nodes = (root) => document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const spoken = ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext', 'aria-description']
  const isOfUser = (element) =>
    element.closest(
      'bdi, [dir="auto"], [lang="en"]:not(html), code, pre, kbd, time, script, style, noscript, textarea',
    ) !== null

  /** Returns all texts, except those marked as written by people. */
  function texts() {
    const found = []
    const walker = nodes(document.body)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      if (!isOfUser(node.parentElement) && node.parentElement.checkVisibility()) found.push(node.data)
    for (const element of document.body.querySelectorAll('*'))
      if (!isOfUser(element)) for (const name of spoken) found.push(element.getAttribute(name) ?? '')
    return found
  }

  const directional = ['chevron-left', 'chevron-right', 'send', 'reply', 'undo-2', 'log-out']

  /** Returns icons that point the wrong way in a right-to-left language. */
  const unturned = () =>
    directional
      .flatMap((name) => [...document.querySelectorAll(`svg.lucide-${name}`)])
      .filter((icon) => isSeen(icon) && !getComputedStyle(icon).scale.startsWith('-1'))

  /** Returns phone numbers whose plus sign is shown behind them. */
  function turned() {
    const found = []
    const walker = nodes(document.body)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const at = node.data.search(/\+\d{6,}/)
      if (at === -1 || !node.parentElement.checkVisibility()) continue
      const [plus, digit] = [at, at + 5].map((from) => {
        const range = document.createRange()
        range.setStart(node, from)
        range.setEnd(node, from + 1)
        return range.getBoundingClientRect()
      })
      if (plus.left > digit.left && plus.top === digit.top) found.push(node.data)
    }
    return found
  }

  /** Returns buttons, bubbles and selected items that only a background distinguishes, which forced colours remove. */
  function bare() {
    const edge = (element) => {
      const { borderTopWidth, borderTopStyle, outlineWidth, outlineStyle } = getComputedStyle(element)
      const isLine = (width, style) => style !== 'none' && Number.parseFloat(width) >= 1
      return isLine(borderTopWidth, borderTopStyle) || isLine(outlineWidth, outlineStyle)
    }
    const fillsWindow = ({ offsetWidth, offsetHeight }) => offsetWidth === innerWidth && offsetHeight === innerHeight
    const marks =
      '[role="switch"], a[aria-current], [aria-selected="true"], [aria-pressed="true"], dialog[open], [role="menu"]'
    const surfaces = [...document.querySelectorAll('[data-row] [dir="auto"], button, a')].filter(hasGround)
    return [...document.querySelectorAll(marks), ...surfaces].filter(
      (element) => isSeen(element) && !fillsWindow(element) && !edge(element),
    )
  }

  /** Checks whether the element's own styles give it a background. */
  function hasGround(element) {
    // The element under the pointer has a background while it is there.
    if (element.matches(':hover')) return false
    element.style.forcedColorAdjust = 'none'
    const { backgroundColor } = getComputedStyle(element)
    const below = backgroundOf(element.parentElement)
    element.style.removeProperty('forced-color-adjust')
    return contrast(over(channels(backgroundColor), below), below) > 1.05
  }

  const turning = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/

  /** Checks whether a mark that changes the direction of a line ends with the element that contains it. */
  function isKeptApart(node) {
    for (let at = node.parentElement; at !== document.body; at = at.parentElement) {
      const { unicodeBidi, display } = getComputedStyle(at)
      if (/isolate|plaintext/.test(unicodeBidi)) return true
      if (display !== 'inline') return at.textContent === node.data
    }
    return false
  }

  function leaking() {
    const found = []
    const walker = nodes(document.body)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      if (turning.test(node.data) && node.parentElement.checkVisibility() && !isKeptApart(node))
        found.push(`${nameOf(node.parentElement)} in ${node.parentElement.className}`)
    return found
  }

  const strange = ['IFRAME', 'OBJECT', 'EMBED', 'MARQUEE', 'PLAINTEXT', 'BASE', 'MATH', 'STYLE', 'B', 'BODY BODY']

  /** Returns elements that foreign text would have become if it were more than text. */
  const grown = () => [
    ...document.querySelectorAll(strange.join()),
    ...[...document.querySelectorAll('*')].filter((element) =>
      addressed.some((name) => element.hasAttribute(name) && !isOurs(element.getAttribute(name), element)),
    ),
  ]
  const isOurs = (address, element) => {
    const { protocol, origin } = new URL(address, document.baseURI)
    if (element.tagName === 'A' && /^https?:$/.test(protocol)) return true
    return origin === location.origin
  }

  /** How far content has shifted unexpectedly so far, as browsers measure it. */
  let shifted = 0
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shifted += value
  }).observe({ type: 'layout-shift', buffered: true })

  globalThis.inPage = {
    ...{ leaking, wear, ringProblems, wide, texts, turned },
    shifted: () => shifted,
    ringProblem: () => ringProblem(document.activeElement),
    grown: () => grown().map(nameOf),
    bare: () => bare().map(nameOf),
    moving: () => moving().map(nameOf),
    unturned: () => unturned().map((icon) => `${icon.getAttribute('class')} in ${nameOf(icon.parentElement)}`),
    inline: () => inline().map(nameOf),
    clipped: () => clipped().map(nameOf),
    unreachable: () => unreachable().map(nameOf),
  }
}
