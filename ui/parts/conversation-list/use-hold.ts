/**
 * Reports whether somebody is using the list: the pointer is over it or the focus is in it, and the last activity is
 * less than three seconds ago.
 */
import { type RefObject, useEffect, useState } from 'react'

const restMs = 3_000

export function useHold(list: RefObject<HTMLElement | null>): boolean {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    const element = list.current
    if (element === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const release = () => {
      clearTimeout(timer)
      setHeld(false)
    }
    const hold = () => {
      clearTimeout(timer)
      timer = setTimeout(release, restMs)
      setHeld(true)
    }
    const isAtIt = () => element.matches(':hover') || element.contains(document.activeElement)
    // Checks in a microtask, once the focus or the pointer has arrived at its new element.
    const leave = () => queueMicrotask(() => !isAtIt() && release())
    for (const name of activities) element.addEventListener(name, hold, { passive: true })
    for (const name of departures) element.addEventListener(name, leave)
    return () => {
      clearTimeout(timer)
      for (const name of activities) element.removeEventListener(name, hold)
      for (const name of departures) element.removeEventListener(name, leave)
    }
  }, [list])
  return isHeld
}

const activities = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'wheel'] as const
const departures = ['pointerleave', 'focusout'] as const
