/** Holds the number of messages of programs that wait for the owner, and whether the tray that shows them is open. */
import { create } from 'zustand'

export const useHeldCount = create<{ count: number; isShown: boolean }>(() => ({ count: 0, isShown: false }))

export const showHeld = (): void => useHeldCount.setState({ isShown: true })
export const hideHeld = (): void => useHeldCount.setState({ isShown: false })
