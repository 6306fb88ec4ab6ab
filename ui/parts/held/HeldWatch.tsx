/** Tells of messages that programs ask to send, wherever the reader is, and opens the tray in which they are decided. */
import { Suspense, useEffect, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { t } from '../../catalogue/texts.ts'
import { useCommands } from '../../keyboard/commands.ts'
import { lazyPart } from '../../kit/lazy-part.ts'
import { showHeld, useHeldCount } from '../../live/held-count.ts'
import { waitingQuery } from '../../routes.ts'
import { notify } from '../../state/toasts.ts'
import { useHeld } from './use-held.ts'

const HeldTray = lazyPart(() => import('./HeldTray.tsx'))

export function HeldWatch() {
  const isShown = useHeldCount((state) => state.isShown)
  const count = useHeld().length
  useEffect(() => {
    useHeldCount.setState({ count })
    if (count === 0 || useHeldCount.getState().isShown) return
    return notify(t('held.notice', { count }), { action: { label: t('held.show'), run: showHeld } })
  }, [count])
  const asked = new URLSearchParams(useSearch()).has(waitingQuery)
  const [location, navigate] = useLocation()
  useEffect(() => {
    if (!asked) return
    showHeld()
    navigate(location, { replace: true })
  }, [asked, location, navigate])
  useCommands(useMemo(() => [{ id: 'held.all', title: t('held.title'), group: t('palette.go'), run: showHeld }], []))
  return <Suspense>{isShown && <HeldTray />}</Suspense>
}
