/** Whether this tab is the one of its browser that follows the event stream. */
import { create } from 'zustand'

export const useStreamHolder = create<{ isHolder: boolean }>(() => ({ isHolder: false }))
