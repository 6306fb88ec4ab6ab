/** What one browser wants of the page, remembered in it alone and the same in all of its tabs. */
import { create } from 'zustand'

interface Preferences {
  /** Enter sends and Shift+Enter begins a line; otherwise Enter begins a line, and ⌘ or Ctrl and Enter send. */
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
