// Encodes message.message_summary_info, which stores edits, unsent parts and the target of a tapback.

import { encodePlist, type Plist, real } from './binary-plist.ts'

export interface PartRange {
  location: number
  length: number
}

export interface EditStep {
  /** Seconds since 2001. */
  atSeconds: number
  /** An archived attributed string. */
  body: Uint8Array
}

export interface SummaryInfo {
  associated?: { contentType: number; summary?: string }
  /** The range of each part before any edit or unsend. */
  originalRanges?: Readonly<Record<number, PartRange>>
  edits?: Readonly<Record<number, readonly EditStep[]>>
  unsentParts?: readonly number[]
  /** The handles that made edits. */
  editedBy?: readonly string[]
}

const eachPart = <T>(parts: Readonly<Record<number, T>>, plist: (value: T) => Plist): Plist =>
  Object.fromEntries(Object.entries(parts).map(([part, value]) => [part, plist(value)]))

const range = ({ location, length }: PartRange): Plist => ({ lo: location, le: length })
const step = ({ atSeconds, body }: EditStep): Plist => ({ t: body, d: real(atSeconds) })

export function encodeSummaryInfo(info: SummaryInfo = {}): Buffer {
  const { associated, originalRanges, edits, unsentParts, editedBy } = info
  return encodePlist({
    ...(associated && { amc: associated.contentType }),
    ...(associated?.summary !== undefined && { ams: associated.summary }),
    ...(edits && { ec: eachPart(edits, (steps) => steps.map(step)) }),
    ust: true,
    ...(edits && { ep: Object.keys(edits).map(Number) }),
    ...(originalRanges && { otr: eachPart(originalRanges, range) }),
    ...(unsentParts && { rp: unsentParts }),
    ...(editedBy && { euh: editedBy }),
  })
}

/** The summary of nearly every row of a current macOS. */
export const ordinarySummaryInfo: Buffer = encodePlist({ ust: true, amc: 0 })
