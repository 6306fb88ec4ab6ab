/**
 * Gives a virtual list what it needs of the layout once the browser has laid out the page anyway, and before it paints.
 * The library's own way asks at once, for which the browser has to lay out a page that is still being made.
 */
import { elementScroll, type Rect, type Virtualizer } from '@tanstack/react-virtual'

type List = Virtualizer<HTMLDivElement, Element>

export function observeHeight({ scrollElement }: List, tell: (rect: Rect) => void): (() => void) | undefined {
  if (scrollElement === null) return undefined
  const observer = new ResizeObserver(() =>
    tell({ width: scrollElement.offsetWidth, height: scrollElement.offsetHeight }),
  )
  observer.observe(scrollElement)
  return () => observer.disconnect()
}

const known = new WeakSet<Element>()

/** A list that is new is at its beginning already. */
export function scrollUnlessNew(offset: number, options: Parameters<typeof elementScroll>[1], list: List): void {
  const { scrollElement } = list
  const isNew = scrollElement !== null && !known.has(scrollElement)
  if (isNew) known.add(scrollElement)
  if (!isNew || offset > 0) elementScroll(offset, options, list)
}
