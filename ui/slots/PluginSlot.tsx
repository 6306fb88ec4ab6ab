/** A slot in which plugins may show something. Without plugins it renders nothing and loads nothing. */
import { Suspense } from 'react'
import { withPageTexts } from '../catalogue/page-texts.ts'
import { lazyPart } from '../kit/lazy-part.ts'
import type { FilledSlot } from './SlotFrame.tsx'
import { useAllSlots } from './slot-list.ts'

const Contributions = lazyPart(() => withPageTexts(import('./Contributions.tsx')))

/** `plugin` limits the slot to this plugin. */
export function PluginSlot({ plugin, ...filled }: FilledSlot & { plugin?: string }) {
  const isUsed = useAllSlots().some(({ slot }) => slot === filled.slot)
  if (!isUsed) return null
  return (
    <Suspense>
      <Contributions filled={filled} plugin={plugin} />
    </Suspense>
  )
}
