/** Stores how this browser shows the log: whether lines wrap, and which clock they use. */
import { create } from 'zustand'

export const clocks = ['local', 'utc', 'relative'] as const
export type Clock = (typeof clocks)[number]

interface Look {
  wraps: boolean
  clock: Clock
}

const place = 'log_look'
const usual: Look = { wraps: false, clock: 'local' }

function remembered(): Look {
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(place) ?? '{}') as Partial<Look>) }
  } catch {
    return usual
  }
}

export const useLook = create<Look>(remembered)

export function draw(look: Partial<Look>): void {
  useLook.setState(look)
  localStorage.setItem(place, JSON.stringify(useLook.getState()))
}
