/** Returns the moment from which days are named; it changes after midnight and when the page becomes visible again. */
import { useEffect, useState } from 'react'

/** A day has 25 hours when the clock is set back. */
const longestDayMs = 25 * 3_600_000

export function useToday(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1)
    const look = () => setNow((last) => (new Date().toDateString() === last.toDateString() ? last : new Date()))
    const timer = setTimeout(look, Math.min(midnight.getTime() - now.getTime() + 50, longestDayMs))
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [now])
  return now
}
