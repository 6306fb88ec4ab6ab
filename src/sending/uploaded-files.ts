/** Owns uploaded files from the moment they are to be sent, and deletes them once the ledger no longer needs them. */
import { rm } from 'node:fs/promises'
import type { SendLedger } from './ledger/ledger.ts'

export class UploadedFiles {
  readonly #ledger: Pick<SendLedger, 'filesInUse'>
  readonly #kept = new Set<string>()

  constructor(ledger: Pick<SendLedger, 'filesInUse'>) {
    this.#ledger = ledger
    // A scheduled file outlives the process that took it.
    for (const path of ledger.filesInUse()) this.keep(path)
  }

  keep(path: string): void {
    this.#kept.add(path)
  }

  deleteUnused(): void {
    if (this.#kept.size === 0) return
    const inUse = this.#ledger.filesInUse()
    for (const path of [...this.#kept].filter((each) => !inUse.has(each))) {
      this.#kept.delete(path)
      void rm(path, { force: true }).catch(() => {})
    }
  }
}
