/** Shows what of a conversation is on its way; that part is loaded as soon as the conversation has been drawn. */
import { Suspense, useEffect } from 'react'
import { lazyPart } from '../../kit/lazy-part.ts'
import { useSettled } from '../../kit/use-settled.ts'
import { usePending } from '../../outbox/use-pending.ts'
import type { Props } from './PendingBubbles.tsx'

const PendingBubbles = lazyPart(() => import('./PendingBubbles.tsx'))

export function Pending(props: Props) {
  const hasAny = usePending(props.guid).length > 0
  const isSettled = useSettled()
  useEffect(() => void PendingBubbles.load(), [])
  return <Suspense>{(hasAny || isSettled) && <PendingBubbles {...props} />}</Suspense>
}
