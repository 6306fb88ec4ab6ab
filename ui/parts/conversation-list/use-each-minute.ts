/** Draws again with each minute: what is said of times grows old. */
import { useEffect, useReducer } from 'react'

const minuteMs = 60_000

export function useEachMinute(): void {
  const [, draw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const timer = setInterval(draw, minuteMs)
    return () => clearInterval(timer)
  }, [])
}
