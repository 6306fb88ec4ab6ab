/** Stores how this browser shows the log: whether lines wrap, and which clock they use. */
import { create } from 'zustand'

export const clocks = ['local', 'utc', 'relative'] as const
export type Clock = (typeof clocks)[number]

interface LogDisplay {
  wraps: boolean
  clock: Clock
}

const storageKey = 'log_look'
const usual: LogDisplay = { wraps: false, clock: 'local' }

function remembered(): LogDisplay {
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<LogDisplay>) }
  } catch {
    return usual
  }
}

export const useLogDisplay = create<LogDisplay>(remembered)

export function setLogDisplay(look: Partial<LogDisplay>): void {
  useLogDisplay.setState(look)
  localStorage.setItem(storageKey, JSON.stringify(useLogDisplay.getState()))
}
