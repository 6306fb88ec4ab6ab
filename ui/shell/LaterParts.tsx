/**
 * Loads after the first paint what belongs to every page: banners, notifications, the count on the icon, further
 * commands, and the parts that are likely to be opened next.
 */
import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { pollWhileBridgeDown } from '../live/poll-while-bridge-down.ts'
import { AppBadge } from '../notifications/AppBadge.tsx'
import { tellOfNewMessages } from '../notifications/notifier.ts'
import { AlertBanner } from '../parts/alerts/AlertBanner.tsx'
import { StatusBanner } from '../parts/status/StatusBanner.tsx'
import { PageCommands } from './PageCommands.tsx'
import { loadNext } from './parts.ts'

export default function LaterParts() {
  const [, navigate] = useLocation()
  const open = useRef(navigate)
  open.current = navigate
  useEffect(() => tellOfNewMessages((path) => open.current(path)), [])
  useEffect(pollWhileBridgeDown, [])
  useEffect(loadNext, [])
  return (
    <>
      <StatusBanner />
      <AlertBanner />
      <AppBadge />
      <PageCommands />
    </>
  )
}
