/** How many alerts are raised, which the badge of the relay shows, and which plugin the page in front tells of itself. */
import { create } from 'zustand'

export const useAlertCount = create<{ count: number; toldPlugin?: string | undefined }>(() => ({ count: 0 }))
