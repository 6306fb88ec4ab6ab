/** Announces new messages and changes to screen readers, but never what the reader's own scrolling loads. */
import { create } from 'zustand'

interface Announcements {
  polite: string
  assertive: string
}

export const useAnnouncements = create<Announcements>(() => ({ polite: '', assertive: '' }))

/** `assertive` is only for a failed send and the end of the session. */
export const announce = (text: string, urgency: keyof Announcements = 'polite'): void =>
  // A repeated text is announced only if the content of the region changes.
  useAnnouncements.setState((now) => ({ [urgency]: now[urgency] === text ? `${text}\u00a0` : text }))
