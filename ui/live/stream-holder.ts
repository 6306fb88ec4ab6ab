/** Whether this tab is the one of its browser that follows the event stream, and whether it hears the events of one yet. */
import { create } from 'zustand'
import { viewedKey } from '../routes.ts'

export const useStreamHolder = create<{ isHolder: boolean; isJoined: boolean }>(() => ({
  isHolder: false,
  isJoined: false,
}))

/** Names the stream among tabs: what an API key sees has one of its own. */
export const streamName = viewedKey === undefined ? 'events' : `events as ${viewedKey}`

/** Runs once this tab hears events: what happened before reached it by no event. Returns the function that calls it off. */
export function onceJoined(run: () => void): () => void {
  if (useStreamHolder.getState().isJoined) run()
  else {
    const end = useStreamHolder.subscribe(({ isJoined }) => {
      if (!isJoined) return
      end()
      run()
    })
    return end
  }
  return () => undefined
}
