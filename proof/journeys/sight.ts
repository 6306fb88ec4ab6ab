/** Looks at the page as a person does: where something is, whether it rests there, and what covers it. */
import type { Locator } from 'playwright-core'

export interface Sight {
  /** The middle of what a person would press, in the window. */
  x: number
  y: number
  /** The distance to scroll until it is in the middle of what scrolls; 0 if it is wholly in sight. */
  below: number
  /** The middle of what scrolls. */
  scroller: { x: number; y: number }
  /** Describes what lies over its middle; undefined if nothing does. */
  coveredBy?: string
}

/** Returns what there is to see of an element. Of a hidden box with a label a person presses the label. */
export const sightOf = (target: Locator): Promise<Sight> =>
  target.evaluate((element) => {
    const page = element.ownerDocument
    const view = page.defaultView
    if (view === null) throw new Error('The page has no window.')
    const isBox = element.matches('input[type="radio"], input[type="checkbox"]')
    const shown = (isBox && element.closest('label')) || element
    // A link that is broken over two lines is pressed on the first.
    const area = shown.getClientRects()[0] ?? shown.getBoundingClientRect()
    const x = area.left + area.width / 2
    const y = area.top + area.height / 2
    let frame = shown.parentElement
    const scrolls = (one: typeof element) =>
      /auto|scroll/.test(view.getComputedStyle(one).overflowY) && one.scrollHeight > one.clientHeight + 1
    while (frame !== null && !scrolls(frame)) frame = frame.parentElement
    const room = frame?.getBoundingClientRect()
    const top = Math.max(0, room?.top ?? 0)
    const bottom = Math.min(view.innerHeight, room?.bottom ?? view.innerHeight)
    const left = Math.max(0, room?.left ?? 0)
    const right = Math.min(view.innerWidth, room?.right ?? view.innerWidth)
    const isInSight = y - Math.min(area.height / 2, 16) >= top && y + Math.min(area.height / 2, 16) <= bottom
    const hit = page.elementFromPoint(x, y)
    const words = (one: typeof element) =>
      `${one.tagName.toLowerCase()} ${(one.getAttribute('aria-label') ?? one.textContent ?? '').slice(0, 60)}`
    const isHit = hit !== null && (shown.contains(hit) || hit.closest('label') === shown)
    return {
      x,
      y,
      below: isInSight ? 0 : y - (top + bottom) / 2,
      scroller: { x: (left + right) / 2, y: (top + bottom) / 2 },
      ...(isHit ? {} : { coveredBy: hit === null ? 'the edge of the window' : words(hit) }),
    }
  })

/** The place of the focus, seen from an element that a person wants to reach by keyboard. */
export type Bearing = 'there' | 'Tab' | 'Shift+Tab' | 'ArrowDown' | 'ArrowUp'

/**
 * Returns the key that leads towards an element: arrows within a list, a menu or a group of choices, Tab or Shift+Tab
 * elsewhere, as it lies after or before the focus.
 */
export const bearingOf = (target: Locator): Promise<Bearing> =>
  target.evaluate((element) => {
    const active = element.ownerDocument.activeElement
    if (active === element) return 'there'
    if (active === null) return 'Tab'
    const isAfter = (active.compareDocumentPosition(element) & 4) !== 0
    // The field of a list of suggestions keeps the focus, and says which of them is chosen.
    const chosen = active.getAttribute('aria-activedescendant')
    if (element.getAttribute('role') === 'option' && active.getAttribute('role') === 'combobox')
      return chosen === element.id ? 'there' : 'ArrowDown'
    const isRadio = element.matches('input[type="radio"]')
    const isSibling =
      isRadio && active.matches('input[type="radio"]') && active.getAttribute('name') === element.getAttribute('name')
    const group = element.closest('[role="menu"], [role="radiogroup"], [role="tablist"], [role="grid"], ul, ol')
    const isRoving = !isRadio && element.tabIndex < 0 && group?.contains(active) === true
    if (isSibling || isRoving) return isAfter ? 'ArrowDown' : 'ArrowUp'
    return isAfter ? 'Tab' : 'Shift+Tab'
  })

/** Describes the focused element. */
export const focusOf = (target: Locator): Promise<string> =>
  target.evaluate((element) => {
    const active = element.ownerDocument.activeElement
    return `${active?.tagName} ${(active?.getAttribute('aria-label') ?? active?.textContent ?? '').slice(0, 60)}`
  })
