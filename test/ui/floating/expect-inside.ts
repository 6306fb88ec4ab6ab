/** Expects that what opens above the page is inside the window, and all that is in it within reach. */
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Expects a panel that is there inside the window, with every thing in it within a pointer's reach: none is outside the
 * window or under something else.
 */
export async function expectInside(page: Page, panel: Locator, things: string): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  const found = await panel.evaluate((element, things) => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    const inIt = [...element.querySelectorAll(things)]
    const unreachable = inIt.filter((thing) => {
      thing.scrollIntoView({ block: 'nearest' })
      const { left, top, width, height } = thing.getBoundingClientRect()
      return !thing.contains(element.ownerDocument.elementFromPoint(left + width / 2, top + height / 2))
    })
    return {
      edges: [left, top, right, bottom],
      count: inIt.length,
      unreachable: unreachable.map((it) => it.textContent),
    }
  }, things)
  const [left = -1, top = -1, right = 0, bottom = 0] = found.edges
  const isInside = left >= 0 && top >= 0 && right <= width && bottom <= height
  expect(isInside, `${found.edges} in ${width} × ${height} at ${page.url()}`).toBe(true)
  expect(found.count).toBeGreaterThan(0)
  expect(found.unreachable).toEqual([])
}
