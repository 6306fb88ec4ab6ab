/** Uploaded files: ours from the moment that they are to be sent, and gone once the ledger needs them no longer. */
import { rm } from 'node:fs/promises'
import type { SendLedger } from '../store/send-ledger/ledger.ts'

export interface UploadedFiles {
  taken(path: string): void
  /** Removes what nothing needs any more. */
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
