/** Polls the heartbeat of the service and stores what it reports. */
import { endpointTable } from 'virtual:endpoint-table'
import { create } from 'zustand'
import type { Heartbeat } from '../../src/contract/heartbeat.ts'
import { untilAsking } from '../api/client.ts'
import { answered, nothingObserved, type Observed, unanswered } from './condition.ts'
import { nextAskMs } from './pace.ts'

interface Status {
  observed: Observed
  /** Whether an alert tells already that the relay has stopped or cannot read Messages. */
  isBridgeTold?: boolean
  /** Polls at once instead of at the next interval. */
  askNow(): void
}

export const useStatus = create<Status>(() => ({ observed: nothingObserved, askNow: () => undefined }))

const observe = (change: (before: Observed) => Observed): void =>
  useStatus.setState(({ observed }) => ({ observed: change(observed) }))

const patienceMs = 5_000

/** Returns the function that stops it. */
export function followHeartbeat(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let asking: Promise<void> | undefined
  let isOver = false

  /** Runs one request at a time; other callers share its response. */
  const ask = (): Promise<void> => {
    asking ??= askOnce().finally(() => {
      asking = undefined
    })
    return asking
  }

  async function askOnce(): Promise<void> {
    if (isOver) return
    clearTimeout(timer)
    const heard = await heartbeat()
    observe((before) =>
      typeof heard === 'object' && heard !== null ? answered(before, heard, Date.now()) : unanswered(before, heard),
    )
    if (!isOver) timer = setTimeout(ask, nextAskMs(useStatus.getState().observed, isVisible()))
  }

  const onNetwork = () => {
    observe((before) => ({ ...before, isOnline: navigator.onLine }))
    // The current request may have been sent without a network.
    void (asking ?? Promise.resolve()).then(ask)
  }
  const onVisibility = () => isVisible() && void ask()
  for (const name of ['online', 'offline']) addEventListener(name, onNetwork)
  document.addEventListener('visibilitychange', onVisibility)
  useStatus.setState({ askNow: () => void ask() })
  onNetwork()
  return () => {
    isOver = true
    clearTimeout(timer)
    useStatus.setState({ askNow: () => undefined })
    for (const name of ['online', 'offline']) removeEventListener(name, onNetwork)
    document.removeEventListener('visibilitychange', onVisibility)
  }
}

const isVisible = (): boolean => document.visibilityState === 'visible'

/** Returns null when there was no response in time, and the status of an error response. */
async function heartbeat(): Promise<Heartbeat | number | null> {
  await untilAsking()
  try {
    const signal = AbortSignal.timeout(patienceMs)
    const response = await fetch(endpointTable.heartbeat.path, { signal, cache: 'no-store' })
    return response.ok ? ((await response.json()) as Heartbeat) : response.status
  } catch {
    return null
  }
}
