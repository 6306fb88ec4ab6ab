/** Holds the title of the page for the window's title. */
import { useEffect } from 'react'
import { create } from 'zustand'

export const useTitleStore = create<{ title: string }>(() => ({ title: '' }))

/** Sets the title when the page is shown or its title changes. */
export function useTitle(title: string): void {
  useEffect(() => useTitleStore.setState({ title }), [title])
}
