/** Keeps API keys for a minute after they were revoked, in memory only, so that the revocation can be undone. */
import type { StoredApiKey } from '../contract/key.ts'

export interface RevokedKeys {
  put(key: StoredApiKey, nowMs: number): void
  /** Returns undefined when no key has that id, or its minute is over. */
  take(id: string, nowMs: number): StoredApiKey | undefined
}

const keptMs = 60_000

export function revokedKeys(): RevokedKeys {
  const revoked = new Map<string, { key: StoredApiKey; atMs: number }>()
  function forget(nowMs: number): void {
    for (const [id, { atMs }] of revoked) if (Math.abs(nowMs - atMs) >= keptMs) revoked.delete(id)
  }
  return {
    put(key, nowMs) {
      forget(nowMs)
      revoked.set(key.id, { key, atMs: nowMs })
    },
    take(id, nowMs) {
      forget(nowMs)
      const key = revoked.get(id)?.key
      revoked.delete(id)
      return key
    },
  }
}
