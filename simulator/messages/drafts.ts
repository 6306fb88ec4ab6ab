// The parts of recent messages, so that the messages can be edited as their author would.

import type { Part } from '../formats/attributed-body.ts'
import type { SummaryInfo } from '../formats/summary-info.ts'

/** A message as its author knows it: its bubbles by their original numbers, and the changes made to them. */
export interface Draft {
  parts: ReadonlyMap<number, Part>
  summary: SummaryInfo
}

export interface Drafts {
  of(guid: string): Draft | undefined
  keep(guid: string, draft: Draft): void
}

const kept = 500

export function openDrafts(): Drafts {
  const drafts = new Map<string, Draft>()
  return {
    of: (guid) => drafts.get(guid),
    keep(guid, draft) {
      drafts.set(guid, draft)
      const [oldest] = drafts.keys()
      if (drafts.size > kept && oldest !== undefined) drafts.delete(oldest)
    },
  }
}
