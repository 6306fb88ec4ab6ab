/** Detects a long press of a duration that nobody reaches by accident. */
import { useEffect, useRef } from 'react'

const holdMs = 1_000

export function useHeld(held: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const cancel = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    onPointerDown: () => {
      cancel()
      timer.current = setTimeout(held, holdMs)
    },
    onPointerUp: cancel,
    onPointerLeave: cancel,
    onPointerCancel: cancel,
  }
}
