/** Reports whether the window has room for one pane only. */
import { useSyncExternalStore } from 'react'

const narrow = matchMedia('(width < 720px)')

const subscribe = (changed: () => void) => {
  narrow.addEventListener('change', changed)
  return () => narrow.removeEventListener('change', changed)
}

export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches)
