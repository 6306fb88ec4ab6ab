/** Preferences of this browser, stored in it and shared by all of its tabs. */
import { create } from 'zustand'

interface Preferences {
  /**
   * Enter sends and Shift+Enter starts a new line; when off, Enter starts a new line, and ⌘ or Ctrl with Enter sends.
   */
  entersSend: boolean
}

const place = 'enter_sends'

const remembered = (): Preferences => ({ entersSend: localStorage.getItem(place) !== 'false' })

export const usePreferences = create<Preferences>(remembered)

export function prefer(preferences: Partial<Preferences>): void {
  usePreferences.setState(preferences)
  localStorage.setItem(place, String(usePreferences.getState().entersSend))
}

globalThis.addEventListener?.('storage', ({ key }) => {
  if (key === place) usePreferences.setState(remembered())
})
