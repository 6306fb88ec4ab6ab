/** Determines how a message changed after it was sent: its earlier versions, and whether it was unsent. */
import { decodeSummaryInfo, isFullyUnsent, type SummaryInfo } from '../../apple/summary-info.ts'
import type { EarlierVersion } from '../../contract/message.ts'
import type { FoundMessage } from './found-message.ts'
import { wireTime } from './wire-time.ts'

export interface Edits {
  unsent: boolean
  edited: boolean
  /** Unix milliseconds. */
  editedAtMs: number | null
  versions: EarlierVersion[]
  /** The number of parts that the message originally had; 0 where it is unknown. */
  parts: number
}

const untouched: Edits = { unsent: false, edited: false, editedAtMs: null, versions: [], parts: 0 }

export function editsOf({ summary: bytes, edited_at_ms, is_empty }: FoundMessage): Edits {
  const decoded = bytes === null ? undefined : decodeSummaryInfo(bytes)
  const summary = decoded?.ok ? decoded.value : undefined
  const isTouched = edited_at_ms !== null || summary !== undefined
  if (!isTouched) return untouched
  const parts = summary?.originalParts.length ?? 0
  if (is_empty === 1 || (summary !== undefined && isFullyUnsent(summary))) return { ...untouched, unsent: true, parts }
  const edits = summary === undefined ? [] : changesIn(summary)
  if (edits.length === 0 && summary !== undefined) return { ...untouched, parts }
  return {
    unsent: false,
    edited: true,
    editedAtMs: edited_at_ms ?? lastChangeMs(summary),
    versions: edits.map(({ text, atMs }) => ({ text, ts: atMs === null ? null : wireTime(atMs) })),
    parts,
  }
}

/** Lists all versions of every edited part except the current one. */
const changesIn = ({ editedParts }: SummaryInfo) =>
  editedParts.flatMap(({ versions }) => versions.slice(0, -1)).toSorted((a, b) => (a.atMs ?? 0) - (b.atMs ?? 0))

const lastChangeMs = (summary: SummaryInfo | undefined): number | null =>
  summary?.editedParts
    .flatMap(({ versions }) => versions.at(-1)?.atMs ?? [])
    .reduce<number | null>((last, atMs) => Math.max(last ?? atMs, atMs), null) ?? null
