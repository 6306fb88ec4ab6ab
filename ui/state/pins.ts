/** Conversations that stand first in this browser. */
import { create } from 'zustand'

const place = 'pinned_conversations'

interface Pins {
  pinned: readonly string[]
}

function kept(): string[] {
  try {
    const pinned: unknown = JSON.parse(localStorage.getItem(place) ?? '[]')
    return Array.isArray(pinned) ? pinned.filter((guid) => typeof guid === 'string') : []
  } catch {
    return []
  }
}

const usePinsStore = create<Pins>(() => ({ pinned: kept() }))

export const usePins = (): readonly string[] => usePinsStore(({ pinned }) => pinned)

/** At the end of a session: they name people. */
export function clearPins(): void {
  usePinsStore.setState({ pinned: [] })
  localStorage.removeItem(place)
}

export function togglePin(guid: string): void {
  const { pinned } = usePinsStore.getState()
  const next = pinned.includes(guid) ? pinned.filter((one) => one !== guid) : [...pinned, guid]
  usePinsStore.setState({ pinned: next })
  localStorage.setItem(place, JSON.stringify(next))
}
