/** What is said aloud by screen readers: new messages and changes, never what the reader's own scrolling brings. */
import { create } from 'zustand'

interface Announcements {
  polite: string
  assertive: string
}

export const useAnnouncements = create<Announcements>(() => ({ polite: '', assertive: '' }))

/** `assertive` is for a failed send and the end of the session alone. */
export const announce = (text: string, urgency: keyof Announcements = 'polite'): void =>
  // The same words twice are said twice only when the region has changed in between.
  useAnnouncements.setState((now) => ({ [urgency]: now[urgency] === text ? `${text}\u00a0` : text }))
