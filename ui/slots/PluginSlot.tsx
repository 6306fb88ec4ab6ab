/** A place where plugins may show something. Where none does it is nothing, and loads nothing. */
import { lazy, Suspense } from 'react'
import { useSlotList } from './slot-list.ts'

/** What whoever has the place tells of it. */
export interface PlaceProps {
  'sidebar.panel': Record<never, never>
  'message.toolbar': { msgRowid: number; fromMe: boolean }
  /** `insert` puts text where the cursor is. */
  'compose.extension': { guid: string; insert?: (text: string) => void }
  'settings.page': Record<never, never>
}

export type Place = { [S in keyof PlaceProps]: { slot: S; props: PlaceProps[S] } }[keyof PlaceProps]

const Contributions = lazy(() => import('./Contributions.tsx'))

/** `plugin`: of this one alone. */
export function PluginSlot({ plugin, ...place }: Place & { plugin?: string }) {
  const plugins = useSlotList(place.slot, plugin)
  if (plugins.length === 0) return null
  return (
    <Suspense>
      <Contributions place={place} plugins={plugins} />
    </Suspense>
  )
}
