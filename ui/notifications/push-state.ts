/** Stores whether this browser is notified while the page is closed, and of what besides the common choices. */
import { create } from 'zustand'

export interface PushState {
  /** The subscription at the service; undefined while this browser is not notified. */
  id: string | undefined
  /** Addresses of the conversations to be notified of; null: all. */
  people: readonly string[] | null
  alerts: boolean
  /** Whether also of messages that programs ask to send. */
  held: boolean
}

/** Cleared at the end of a session, because addresses identify people (ui/live/sign-out.ts). */
const storageKey = 'push'
const usual: PushState = { id: undefined, people: null, alerts: false, held: true }

function remembered(): PushState {
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<PushState>) }
  } catch {
    return usual
  }
}

export const usePush = create<PushState>(remembered)

export function keepPushState(change: Partial<PushState>): void {
  usePush.setState(change)
  localStorage.setItem(storageKey, JSON.stringify(usePush.getState()))
}

globalThis.addEventListener?.('storage', ({ key }) => {
  if (key === storageKey) usePush.setState(remembered())
})
