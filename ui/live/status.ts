/** Asks for heartbeats, and keeps what they say for whoever shows it. */
import { endpointTable } from 'virtual:endpoint-table'
import { create } from 'zustand'
import type { Heartbeat } from '../../src/contract/heartbeat.ts'
import { untilAsking } from '../api/client.ts'
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
  let asking: Promise<void> | undefined
  let isOver = false

  /** One at a time: whoever asks meanwhile gets the answer that is on its way. */
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
    // What is on its way may have set out without a network.
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

/** Null when there was no answer in time, a status where it is the answer to nothing. */
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
