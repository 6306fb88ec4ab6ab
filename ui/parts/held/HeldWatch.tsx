/** Tells of messages that programs ask to send, wherever the reader is, and opens the tray in which they are decided. */
import { Suspense, useEffect, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { decisionQuery, decisions, waitingQuery } from '../../../src/contract/waiting-address.ts'
import { t } from '../../catalogue/texts.ts'
import { useCommands } from '../../keyboard/commands.ts'
import { lazyPart } from '../../kit/lazy-part.ts'
import { showHeld, useHeldCount } from '../../live/held-count.ts'
import { patterns } from '../../routes.ts'
import { notify } from '../../state/toasts.ts'
import { useHeld } from './use-held.ts'

const HeldTray = lazyPart(() => import('./HeldTray.tsx'))

export function HeldWatch() {
  const isShown = useHeldCount((state) => state.isShown)
  const count = useHeld().length
  const [location, navigate] = useLocation()
  // Nothing covers the decision about a program that wants to be let in.
  const isDeciding = location === patterns.letIn
  useEffect(() => {
    useHeldCount.setState({ count })
    if (count === 0 || isDeciding || useHeldCount.getState().isShown) return
    return notify(t('held.notice', { count }), { action: { label: t('held.show'), run: () => showHeld() } })
  }, [count, isDeciding])
  const search = useSearch()
  useEffect(() => {
    const query = new URLSearchParams(search)
    const id = query.get(waitingQuery)
    if (id === null) return
    const decision = decisions.find((each) => each === query.get(decisionQuery))
    showHeld(id === '' ? undefined : { id, decision })
    navigate(location, { replace: true })
  }, [search, location, navigate])
  useCommands(
    useMemo(() => [{ id: 'held.all', title: t('held.title'), group: t('palette.go'), run: () => showHeld() }], []),
  )
  return <Suspense>{isShown && <HeldTray />}</Suspense>
}
