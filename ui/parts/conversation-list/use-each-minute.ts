/** Renders the component again each minute, because relative times go out of date. */
import { useEffect, useReducer } from 'react'

const minuteMs = 60_000

export function useEachMinute(): void {
  const [, draw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const timer = setInterval(draw, minuteMs)
    return () => clearInterval(timer)
  }, [])
}
