/** Holds the number of raised alerts, which the badge of the relay shows, and the plugin of which the page in front tells itself. */
import { create } from 'zustand'

export const useAlertCount = create<{ count: number; toldPlugin?: string | undefined }>(() => ({ count: 0 }))
