/** Owns uploaded files from the moment they are to be sent, and deletes them once the ledger no longer needs them. */
import { rm } from 'node:fs/promises'
import type { SendLedger } from './ledger/ledger.ts'

export interface UploadedFiles {
  taken(path: string): void
  /** Deletes the files that nothing needs any more. */
  tidy(): void
}

export function uploadedFiles(ledger: Pick<SendLedger, 'filesInUse'>): UploadedFiles {
  const kept = new Set<string>()
  return {
    taken: (path) => void kept.add(path),
    tidy() {
      if (kept.size === 0) return
      const inUse = ledger.filesInUse()
      for (const path of [...kept].filter((path) => !inUse.has(path))) {
        kept.delete(path)
        void rm(path, { force: true }).catch(() => {})
      }
    },
  }
}
