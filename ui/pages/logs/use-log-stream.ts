/** Streams the log while the page is visible, and adds lines that arrive together in one update. */

import { useEffect, useState } from 'react'
import { backoffMs } from '../../../src/base/backoff.ts'
import type { LogEntry } from '../../../src/contract/log-entry.ts'
import { client } from '../../api/client.ts'
import { type Lines, noLines, withArrived } from './lines.ts'

const backlog = 1_000
/** Nobody reads faster than this, and typing stays responsive. */
const gatherMs = 120
const backoff = { firstMs: 500, longestMs: 5_000 }

export function useLogStream(): Lines {
  const [lines, setLines] = useState(noLines)
  useEffect(() => {
    let ending: AbortController | undefined
    const look = () => {
      ending?.abort()
      ending = undefined
      if (document.visibilityState !== 'visible') return
      ending = new AbortController()
      void follow(ending.signal, setLines)
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      ending?.abort()
    }
  }, [])
  return lines
}

async function follow(signal: AbortSignal, set: (change: (lines: Lines) => Lines) => void): Promise<void> {
  let waiting: LogEntry[] = []
  let resumed = true
  const takeIn = () => {
    if (waiting.length === 0 || signal.aborted) return
    const arrived = { entries: waiting, resumed }
    waiting = []
    resumed = false
    set((lines) => withArrived(lines, arrived))
  }
  const again = (attempt: number): number => {
    takeIn()
    resumed = true
    return backoffMs(backoff, attempt + 1)
  }
  try {
    for await (const { value } of client.logs({ backlog }, { signal, waitMs: again })) {
      if (waiting.length === 0) setTimeout(takeIn, gatherMs)
      waiting.push(value)
    }
  } catch {
    // The session has ended; the client leads to the login page.
  }
}
