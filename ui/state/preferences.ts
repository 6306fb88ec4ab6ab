/** Preferences of this browser, stored in it and shared by all of its tabs. */
import { create } from 'zustand'

interface Preferences {
  /**
   * Enter sends and Shift+Enter starts a new line; when off, Enter starts a new line, and ⌘ or Ctrl with Enter sends.
   */
  entersSend: boolean
}

const storageKey = 'enter_sends'

const remembered = (): Preferences => ({ entersSend: localStorage.getItem(storageKey) !== 'false' })

export const usePreferences = create<Preferences>(remembered)

export function prefer(preferences: Partial<Preferences>): void {
  usePreferences.setState(preferences)
  localStorage.setItem(storageKey, String(usePreferences.getState().entersSend))
}

globalThis.addEventListener?.('storage', ({ key }) => {
  if (key === storageKey) usePreferences.setState(remembered())
})
