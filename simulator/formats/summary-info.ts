// message.message_summary_info: what Messages remembers about edits, unsent parts and the target of a tapback.

import { encodePlist, type Plist, real } from './binary-plist.ts'

export interface PartRange {
  location: number
  length: number
}

export interface EditStep {
  /** seconds since 2001 */
  atSeconds: number
  /** an archived attributed string */
  body: Uint8Array
}

export interface SummaryInfo {
  associated?: { contentType: number; summary?: string }
  /** of each part, before any edit or unsend */
  originalRanges?: Readonly<Record<number, PartRange>>
  edits?: Readonly<Record<number, readonly EditStep[]>>
  unsentParts?: readonly number[]
  /** handles seen on edits */
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

/** What nearly every row of a current macOS carries. */
export const ordinarySummaryInfo: Buffer = encodePlist({ ust: true, amc: 0 })
