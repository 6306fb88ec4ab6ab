/** Preferences of this browser, stored in it and shared by all of its tabs. */
import { create } from 'zustand'

interface Preferences {
  /**
   * Enter sends and Shift+Enter starts a new line; when off, Enter starts a new line, and ⌘ or Ctrl with Enter sends.
   */
  entersSend: boolean
  /** The time within which a message can be taken back; 0 sends it at once. */
  undoSeconds: number
}

const storageKey = 'enter_sends'

const undoKey = 'undo_send_s'

const remembered = (): Preferences => ({
  entersSend: localStorage.getItem(storageKey) !== 'false',
  undoSeconds: Number(localStorage.getItem(undoKey)) || 0,
})

export const usePreferences = create<Preferences>(remembered)

export function prefer(preferences: Partial<Preferences>): void {
  usePreferences.setState(preferences)
  const { entersSend, undoSeconds } = usePreferences.getState()
  localStorage.setItem(storageKey, String(entersSend))
  localStorage.setItem(undoKey, String(undoSeconds))
}

globalThis.addEventListener?.('storage', ({ key }) => {
  if (key === storageKey || key === undoKey) usePreferences.setState(remembered())
})
