/** Whether this tab is the one of its browser that follows the event stream. */
import { create } from 'zustand'
import { viewedKey } from '../routes.ts'

export const useStreamHolder = create<{ isHolder: boolean }>(() => ({ isHolder: false }))

/** Names the stream among tabs: what an API key sees has one of its own. */
export const streamName = viewedKey === undefined ? 'events' : `events as ${viewedKey}`
