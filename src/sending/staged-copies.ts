/** Manages copies of files that were staged where Messages may read them, each until Messages has its own copy. */

import type { HandoverId } from './ledger/ledger.ts'
import type { Outgoing } from './messages/outgoing.ts'
import type { StagedFiles } from './messages/staged-files.ts'

interface StagedCopiesDeps {
  staging: StagedFiles
  outgoing: Pick<Outgoing, 'filesBelow'>
  nowMs(): number
}

/** Longer than a row may take to appear. */
const forgottenAfterMs = 25 * 3_600_000
const sweptEveryMs = 24 * 3_600_000

export class StagedCopies {
  readonly #deps: StagedCopiesDeps
  readonly #handedOver = new Map<HandoverId, string>()
  #sweptAtMs = Number.NEGATIVE_INFINITY

  constructor(deps: StagedCopiesDeps) {
    this.#deps = deps
  }

  /** Returns the path of the copy; undefined when the file does not exist, or there is no space for a copy. */
  make({ path, name }: { path: string; name: string }): Promise<string | undefined> {
    const { staging, nowMs } = this.#deps
    if (Math.abs(nowMs() - this.#sweptAtMs) > sweptEveryMs) this.#sweep()
    return staging.stage(path, name).catch(() => undefined)
  }

  discard(path: string): void {
    this.#deps.staging.discard(path).catch(() => {})
  }

  /** Keeps the copy until Messages has one of its own. */
  keepFor(id: HandoverId, path: string): void {
    this.#handedOver.set(id, path)
  }

  /**
   * Discards the copy of a handover if its row shows that Messages has one of its own; `files` are those of the row. A
   * failed message may be sent again from Messages, which then reads our copy.
   */
  discardIfCopied(id: HandoverId, { isSent, files }: { isSent: boolean; files: readonly string[] }): void {
    const path = this.#handedOver.get(id)
    if (path === undefined || !isSent || files.length === 0 || files.some(this.#deps.staging.isOurs)) return
    this.#handedOver.delete(id)
    this.discard(path)
  }

  /** Removes copies of sends that this process no longer knows about. */
  #sweep(): void {
    const { staging, outgoing, nowMs } = this.#deps
    this.#sweptAtMs = nowMs()
    let kept: Set<string> | undefined
    const isNeeded = (path: string) => {
      kept ??= new Set(outgoing.filesBelow(staging.folder))
      return kept.has(path)
    }
    staging.sweep({ beforeMs: nowMs() - forgottenAfterMs, isNeeded }).catch(() => {})
  }
}
