/** Follows the log while the page is looked at; what arrives within a frame is taken in at once. */
import { useEffect, useState } from 'react'
import type { LogEntry } from '../../../src/contract/log-entry.ts'
import { client } from '../../api/client.ts'
import { type Lines, noLines, withArrived } from './lines.ts'

const backlog = 1_000

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
    const arrived = { entries: waiting, resumed }
    waiting = []
    resumed = false
    set((lines) => withArrived(lines, arrived))
  }
  try {
    for await (const { value } of client.logs({ backlog }, { signal })) {
      if (waiting.length === 0) requestAnimationFrame(takeIn)
      waiting.push(value)
    }
  } catch {
    // The session has ended; the client leads to the login.
  }
}
