/** Tells of scheduled messages that missed their time wherever the reader is, and opens the list of all. */
import { Suspense, useEffect, useMemo } from 'react'
import { t } from '../../catalogue/texts.ts'
import { useCommands } from '../../keyboard/commands.ts'
import { lazyPart } from '../../kit/lazy-part.ts'
import { notify } from '../../state/toasts.ts'
import { showAllScheduled, useShownScheduled } from './shown-scheduled.ts'
import { useScheduled } from './use-scheduled.ts'

const AllScheduled = lazyPart(() => import('./AllScheduled.tsx'))

export function ScheduledWatch() {
  const { isShown } = useShownScheduled()
  const missed = useScheduled().filter(({ state }) => state === 'missed').length
  useEffect(() => {
    if (missed === 0) return
    const action = { label: t('outbox.show'), run: showAllScheduled }
    return notify(t('scheduled.missed_notice', { count: missed }), { kind: 'problem', action })
  }, [missed])
  useCommands(
    useMemo(
      () => [{ id: 'scheduled.all', title: t('scheduled.title'), group: t('palette.go'), run: showAllScheduled }],
      [],
    ),
  )
  return <Suspense>{isShown && <AllScheduled />}</Suspense>
}
