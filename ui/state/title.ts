/** What stands in the window's title: the page that is shown, and how much is unread. */
import { useEffect } from 'react'
import { create } from 'zustand'

export const useTitleStore = create<{ title: string }>(() => ({ title: '' }))

/** For as long as the page is shown. */
export function useTitle(title: string): void {
  useEffect(() => useTitleStore.setState({ title }), [title])
}
