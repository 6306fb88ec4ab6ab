/** Manages copies of files that were staged where Messages may read them, each until Messages has its own copy. */

import type { HandoverId } from './ledger/ledger.ts'
import type { Outgoing } from './messages/outgoing.ts'
import type { StagedFiles } from './messages/staged-files.ts'

export interface StagedCopies {
  /** Undefined when the file does not exist, or there is no space for a copy. */
  make(file: { path: string; name: string }): Promise<string | undefined>
  discard(path: string): void
  handedOver(id: HandoverId, path: string): void
  /** `files` are those of the row. A failed message may be sent again from Messages, which then reads our copy. */
  looked(id: HandoverId, row: { isSent: boolean; files: readonly string[] }): void
}

interface CopyParts {
  staging: StagedFiles
  outgoing: Pick<Outgoing, 'filesBelow'>
  nowMs(): number
}

/** Longer than a row may take to appear. */
const forgottenAfterMs = 25 * 3_600_000
const sweptEveryMs = 24 * 3_600_000

export function stagedCopies({ staging, outgoing, nowMs }: CopyParts): StagedCopies {
  const out = new Map<HandoverId, string>()
  let sweptAtMs = Number.NEGATIVE_INFINITY

  function discard(path: string): void {
    staging.discard(path).catch(() => {})
  }
  /** Removes copies of sends that this process no longer knows about. */
  function sweep(): void {
    sweptAtMs = nowMs()
    let kept: Set<string> | undefined
    const isNeeded = (path: string) => {
      kept ??= new Set(outgoing.filesBelow(staging.folder))
      return kept.has(path)
    }
    staging.sweep({ beforeMs: nowMs() - forgottenAfterMs, isNeeded }).catch(() => {})
  }
  return {
    make({ path, name }) {
      if (Math.abs(nowMs() - sweptAtMs) > sweptEveryMs) sweep()
      return staging.stage(path, name).catch(() => undefined)
    },
    discard,
    handedOver: (id, path) => void out.set(id, path),
    looked(id, { isSent, files }) {
      const path = out.get(id)
      if (path === undefined || !isSent || files.length === 0 || files.some(staging.isOurs)) return
      out.delete(id)
      discard(path)
    },
  }
}
