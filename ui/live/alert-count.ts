/** How many alerts are raised: the badge of the relay shows it. */
import { create } from 'zustand'

export const useAlertCount = create<{ count: number }>(() => ({ count: 0 }))
