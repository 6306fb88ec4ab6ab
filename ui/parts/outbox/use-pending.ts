/** Hooks for what a pending send depends on: the time, the network, and an object URL for its picture. */
import { useEffect, useState, useSyncExternalStore } from 'react'

export const useOnline = (): boolean => useSyncExternalStore(followNetwork, () => navigator.onLine)

function followNetwork(changed: () => void): () => void {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

/** The current time in Unix milliseconds, updated each second. */
export function useNow(): number {
  const [nowMs, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}

const drawn = /^image\/(png|jpeg|gif|webp|avif|svg\+xml)$/

/** Returns null for a file that a browser cannot draw. */
export function useFileUrl(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!drawn.test(file.type)) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
