/** Measures the height that all rows of a list have in pixels; it follows the text size. */
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** The ruler is an invisible element as high as a row; `usualPx` is what a row has until it is measured. */
export function useRowHeight(usualPx: number): { height: number; ruler: RefObject<HTMLDivElement | null> } {
  const ruler = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(usualPx)
  useLayoutEffect(() => {
    const element = ruler.current
    if (element === null) return
    const measure = () => setHeight(element.offsetHeight || usualPx)
    // It is called once the browser has laid out the page anyway, and before it paints.
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [usualPx])
  return { height, ruler }
}
