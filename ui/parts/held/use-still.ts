/**
 * Tells when a list has rested for a moment: where an entry vanishes, the next one takes its position, and the second
 * click of a double-click would decide about a message that nobody has read.
 */
import { useEffect, useState } from 'react'
import { restMs } from '../../kit/use-rested.ts'

/** `order` names the entries as they stand. */
export function useStill(order: string): boolean {
  const [rested, setRested] = useState(order)
  useEffect(() => {
    const timer = setTimeout(() => setRested(order), restMs)
    return () => clearTimeout(timer)
  }, [order])
  return rested === order
}
