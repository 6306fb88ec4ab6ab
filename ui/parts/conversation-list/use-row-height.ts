/** Measures the height of a row in pixels, which follows the text size. */
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

const usualPx = 66

export function useRowHeight(): { height: number; ruler: RefObject<HTMLDivElement | null> } {
  const ruler = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(usualPx)
  useLayoutEffect(() => {
    const element = ruler.current
    if (element === null) return
    const measure = () => setHeight(element.offsetHeight || usualPx)
    const observer = new ResizeObserver(measure)
    measure()
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { height, ruler }
}
