/** A slot in which plugins may show something. Without plugins it renders nothing and loads nothing. */
import { Suspense } from 'react'
import { lazyPart } from '../kit/lazy-part.ts'
import type { Place } from './place.ts'
import { useSlotList } from './slot-list.ts'

const Contributions = lazyPart(() => import('./Contributions.tsx'))

/** `plugin` limits the slot to this plugin. */
export function PluginSlot({ plugin, ...place }: Place & { plugin?: string }) {
  const plugins = useSlotList(place.slot, plugin)
  if (plugins.length === 0) return null
  return (
    <Suspense>
      <Contributions place={place} plugins={plugins} />
    </Suspense>
  )
}
