/**
 * Holds the number of messages of programs that wait for the owner, whether the tray that shows them is open, and what it
 * was opened for.
 */
import { create } from 'zustand'
import type { Decision } from '../../src/contract/waiting-address.ts'

/** The message for which the tray was opened, and what the owner is about to decide. */
export interface Wanted {
  id: string
  decision: Decision | undefined
}

interface HeldCount {
  count: number
  isShown: boolean
  wanted: Wanted | undefined
}

export const useHeldCount = create<HeldCount>(() => ({ count: 0, isShown: false, wanted: undefined }))

export const showHeld = (wanted?: Wanted): void => useHeldCount.setState({ isShown: true, wanted })
export const hideHeld = (): void => useHeldCount.setState({ isShown: false, wanted: undefined })
