/** Loads everything that shows lines, on the page of a hub only. */
import { Suspense } from 'react'
import { isHub } from '../../api/answers.ts'
import { withRelayTexts } from '../../catalogue/page-texts.ts'
import { lazyPart } from '../../kit/lazy-part.ts'

const Chip = lazyPart(() => withRelayTexts(import('./Chip.tsx')))
const Filter = lazyPart(() => withRelayTexts(import('./LineFilter.tsx')))

export const LineChip = ({ guid }: { guid: string }) =>
  isHub && (
    <Suspense>
      <Chip guid={guid} />
    </Suspense>
  )

export const LineFilter = () =>
  isHub && (
    <Suspense>
      <Filter />
    </Suspense>
  )
