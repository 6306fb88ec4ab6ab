/**
 * Tells when the window has been shown and in front for a moment: a page that opens, or closes, a window between the two
 * clicks of a double-click would have the second one press a button here.
 */
import { useEffect, useState } from 'react'

/** Longer than what counts as a double-click, 500 ms by default. */
export const restMs = 700

export function useRested(): boolean {
  const [isRested, setRested] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const begin = () => {
      clearTimeout(timer)
      setRested(false)
      timer = setTimeout(() => setRested(true), restMs)
    }
    begin()
    addEventListener('focus', begin)
    return () => {
      removeEventListener('focus', begin)
      clearTimeout(timer)
    }
  }, [])
  return isRested
}
