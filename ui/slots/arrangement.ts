/** Stores which plugins are hidden in a slot and the order of the others, in this browser for all of its tabs. */
import { create } from 'zustand'
import { type Arrangement, nothingArranged, readArrangement } from './arranged.ts'

const storageKey = 'plugin_places'
const remembered = (): Arrangement => readArrangement(localStorage.getItem(storageKey))

export const useArrangement = create<Arrangement>(() =>
  globalThis.localStorage === undefined ? nothingArranged : remembered(),
)

export function arrange(change: (now: Arrangement) => Arrangement): void {
  useArrangement.setState(change)
  localStorage.setItem(storageKey, JSON.stringify(useArrangement.getState()))
}

globalThis.addEventListener?.('storage', ({ key }) => {
  if (key === storageKey) useArrangement.setState(remembered())
})
