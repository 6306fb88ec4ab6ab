// Edits and unsends messages: the same row changes, and its summary keeps the history.

import { bodyOf, emptyBody, type Part, textOf } from '../formats/attributed-body.ts'
import { encodeSummaryInfo, type SummaryInfo } from '../formats/summary-info.ts'
import { appleNanoseconds, appleSeconds } from './apple-time.ts'
import type { Draft } from './drafts.ts'
import { findMessage, type MessageName } from './find-message.ts'
import type { Writer, Written } from './writer.ts'

export interface Edit {
  message: MessageName
  text: string
  part?: number
  atMs?: number
  /** The handle that made the edit. */
  by?: string
  /** Whether date_edited stays 0. A current fixture has such edits, which only the summary shows. */
  withoutDate?: boolean
}

export interface Unsend {
  message: MessageName
  /** All parts by default. */
  parts?: readonly number[]
  atMs?: number
  by?: string
}

interface Found extends Written {
  draft: Draft
  sentAtMs: number
}

/** The parts of an old row are no longer known here, so it counts as one bubble of text. */
function find(writer: Writer, message: MessageName): Found {
  const { rowid, guid, chatGuid } = findMessage(writer, message)
  const row = writer.get(
    'SELECT text, attributedBody AS body, date / 1000000 AS dateMs FROM message WHERE ROWID = ?',
    rowid,
  )
  const text = row?.body instanceof Uint8Array ? textOf(row.body) : String(row?.text ?? '')
  const draft = writer.drafts.of(guid) ?? { parts: new Map<number, Part>([[0, text]]), summary: {} }
  return { rowid, guid, chatGuid, draft, sentAtMs: Number(row?.dateMs) + Date.UTC(2001, 0, 1) }
}

const lengthOf = (part: Part): number => bodyOf([part]).text.length

function originalRanges(parts: ReadonlyMap<number, Part>): NonNullable<SummaryInfo['originalRanges']> {
  let location = 0
  const ranges: Record<number, { location: number; length: number }> = {}
  for (const [number, part] of parts) {
    ranges[number] = { location, length: lengthOf(part) }
    location += lengthOf(part)
  }
  return ranges
}

const historyBody = (part: Part, number: number): Buffer =>
  bodyOf([part], { partNumbers: [number], immutable: true }).bytes

function editedSummary({ draft, sentAtMs }: Found, { text, part = 0, by }: Edit, atMs: number): SummaryInfo {
  const { parts, summary } = draft
  const before = summary.edits?.[part] ?? [
    { atSeconds: appleSeconds(sentAtMs), body: historyBody(parts.get(part) ?? '', part) },
  ]
  const after = { atSeconds: appleSeconds(atMs), body: historyBody(text, part) }
  return {
    ...summary,
    originalRanges: summary.originalRanges ?? originalRanges(parts),
    edits: { ...summary.edits, [part]: [...before, after] },
    ...(by !== undefined && { editedBy: [by] }),
  }
}

/** Stores the changed row. `date_retracted` stays 0, whatever its name says. */
function store(writer: Writer, { rowid, guid }: Written, { parts, summary }: Draft, dateEdited: bigint): void {
  const body = bodyOf([...parts.values()], { partNumbers: [...parts.keys()] })
  const empty = parts.size === 0
  writer.update('message', rowid, {
    text: null,
    attributedBody: empty ? emptyBody() : body.bytes,
    part_count: parts.size,
    is_empty: Number(empty),
    date_edited: dateEdited,
    message_summary_info: encodeSummaryInfo(summary),
  })
  writer.drafts.keep(guid, { parts, summary })
}

/** Changes the text of a bubble. Before macOS 13, edits come as a separate text, which `receive` writes. */
export function edit(writer: Writer, change: Edit): Written {
  const atMs = change.atMs ?? writer.nowMs()
  const found = find(writer, change.message)
  const parts = new Map(found.draft.parts).set(change.part ?? 0, change.text)
  const draft = { parts, summary: editedSummary(found, change, atMs) }
  store(writer, found, draft, change.withoutDate ? 0n : appleNanoseconds(atMs))
  return { rowid: found.rowid, guid: found.guid, chatGuid: found.chatGuid }
}

/** Moves one bubble to Recently Deleted on this Mac only. Unlike an unsend, it leaves no trace in the summary. */
export function deletePart(
  writer: Writer,
  { message, part, atMs }: { message: MessageName; part: number; atMs?: number },
): Written {
  const found = findMessage(writer, message)
  const { draft } = find(writer, found)
  const left = new Map([...draft.parts].filter(([number]) => number !== part))
  if (found.chat && writer.has('recoverable_message_part'))
    writer.insert('recoverable_message_part', {
      chat_id: found.chat.rowid,
      message_id: found.rowid,
      part_index: part,
      delete_date: appleNanoseconds(atMs ?? writer.nowMs()),
      part_text: historyBody(draft.parts.get(part) ?? '', part),
    })
  store(writer, found, { parts: left, summary: draft.summary }, 0n)
  return { rowid: found.rowid, guid: found.guid, chatGuid: found.chatGuid }
}

/** Unsends the whole message, or some of its bubbles. The remaining ones keep their numbers. */
export function unsend(writer: Writer, { message, parts: gone, atMs, by }: Unsend): Written {
  const found = find(writer, message)
  const { parts, summary } = found.draft
  const unsent = gone ?? [...parts.keys()]
  const left = new Map([...parts].filter(([number]) => !unsent.includes(number)))
  const draft: Draft = {
    parts: left,
    summary: {
      ...summary,
      originalRanges: summary.originalRanges ?? originalRanges(parts),
      unsentParts: [...(summary.unsentParts ?? []), ...unsent],
      ...(by !== undefined && { editedBy: [by] }),
    },
  }
  store(writer, found, draft, appleNanoseconds(atMs ?? writer.nowMs()))
  return { rowid: found.rowid, guid: found.guid, chatGuid: found.chatGuid }
}
