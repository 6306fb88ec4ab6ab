/** Returns a value once it has not changed for a moment. */
import { useEffect, useState } from 'react'

export function useDebounced<T>(value: T, pauseMs: number): T {
  const [settled, settle] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => settle(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return settled
}
