/** Asks for heartbeats, and keeps what they say for whoever shows it. */
import { endpointTable } from 'virtual:endpoint-table'
import { create } from 'zustand'
import type { Heartbeat } from '../../src/contract/heartbeat.ts'
import { answered, nothingObserved, type Observed, unanswered } from './condition.ts'
import { nextAskMs } from './pace.ts'

interface Status {
  observed: Observed
  /** Without waiting for the next time. */
  askNow(): void
}

export const useStatus = create<Status>(() => ({ observed: nothingObserved, askNow: () => undefined }))

const observe = (change: (before: Observed) => Observed): void =>
  useStatus.setState(({ observed }) => ({ observed: change(observed) }))

const patienceMs = 5_000

/** Returns what ends it. */
export function followHeartbeat(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAsking = false
  let isOver = false

  async function ask(): Promise<void> {
    if (isAsking || isOver) return
    isAsking = true
    clearTimeout(timer)
    const beat = await heartbeat()
    isAsking = false
    observe((before) => (beat === null ? unanswered(before) : answered(before, beat, Date.now())))
    if (!isOver) timer = setTimeout(ask, nextAskMs(useStatus.getState().observed, isVisible()))
  }

  const onNetwork = () => {
    observe((before) => ({ ...before, isOnline: navigator.onLine }))
    void ask()
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

/** Null when there was no answer in time, or none that says anything. */
async function heartbeat(): Promise<Heartbeat | null> {
  try {
    const signal = AbortSignal.timeout(patienceMs)
    const response = await fetch(endpointTable.heartbeat.path, { signal, cache: 'no-store' })
    return response.ok ? ((await response.json()) as Heartbeat) : null
  } catch {
    return null
  }
}
