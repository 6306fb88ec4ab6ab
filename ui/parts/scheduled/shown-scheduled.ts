/** Whether the list of all scheduled messages is open. */
import { create } from 'zustand'

export const useShownScheduled = create<{ isShown: boolean }>(() => ({ isShown: false }))

export const showAllScheduled = (): void => useShownScheduled.setState({ isShown: true })
export const hideAllScheduled = (): void => useShownScheduled.setState({ isShown: false })
