/** A slot in which plugins may show something. Without plugins it renders nothing and loads nothing. */
import { Suspense } from 'react'
import { lazyPart } from '../kit/lazy-part.ts'
import type { FilledSlot } from './SlotFrame.tsx'
import { useSlotList } from './slot-list.ts'

const Contributions = lazyPart(() => import('./Contributions.tsx'))

/** `plugin` limits the slot to this plugin. */
export function PluginSlot({ plugin, ...filled }: FilledSlot & { plugin?: string }) {
  const plugins = useSlotList(filled.slot, plugin)
  if (plugins.length === 0) return null
  return (
    <Suspense>
      <Contributions filled={filled} plugins={plugins} />
    </Suspense>
  )
}
