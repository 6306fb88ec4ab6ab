/** Stores the conversations that are pinned in this browser. */
import { create } from 'zustand'
import { keepList, keptList, toggled } from './kept-list.ts'

const storageKey = 'pinned_conversations'

interface Pins {
  pinned: readonly string[]
}

const usePinsStore = create<Pins>(() => ({ pinned: keptList(storageKey) }))

export const usePins = (): readonly string[] => usePinsStore(({ pinned }) => pinned)

/** Called at the end of a session, because GUIDs identify people. */
export function clearPins(): void {
  usePinsStore.setState({ pinned: [] })
  localStorage.removeItem(storageKey)
}

/** A pinned address may have become a part of the conversation of a person. */
export function replacePin(guid: string, now: string): void {
  const { pinned } = usePinsStore.getState()
  if (!pinned.includes(guid)) return
  const next = [...new Set(pinned.map((one) => (one === guid ? now : one)))]
  usePinsStore.setState({ pinned: next })
  keepList(storageKey, next)
}

export function togglePin(guid: string): void {
  const { pinned } = usePinsStore.getState()
  const next = toggled(pinned, guid)
  usePinsStore.setState({ pinned: next })
  keepList(storageKey, next)
}
