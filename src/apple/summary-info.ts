/**
 * Decodes `message.message_summary_info`: how a message was edited, which parts were unsent, and what it was before.
 */
import { secondsToUnixMs } from './apple-time.ts'
import {
  type ArchivedRecord,
  type ArchivedValue,
  AttributedString,
  bytesIn,
  isRecord,
  listIn,
  numberIn,
  recordIn,
  textIn,
} from './archived-value.ts'
import { type Decoded, damage, decoding } from './decoded.ts'
import { decodeText } from './message-body.ts'
import { readPropertyList } from './plist/binary-plist.ts'
import { decodeArchive } from './property-list.ts'

export interface SummaryInfo {
  /** The parts that were edited, even while `date_edited` is still 0. */
  editedParts: EditedPart[]
  /** The numbers of the parts that were unsent, as counted originally. */
  unsentParts: number[]
  /** The range of each part before any edit or unsend; empty where there was none. */
  originalParts: OriginalPart[]
  translations: Translation[]
  /** The handles under which the message was edited. */
  editedUnder: string[]
  /** The summary of the target, if the message is a reaction. */
  target: TargetSummary | null
}

interface EditedPart {
  part: number
  /** The versions, oldest first: from the text that was sent to the current one. */
  versions: EditVersion[]
}

interface EditVersion {
  /** The text; null where its body is damaged. */
  text: string | null
  /** Unix milliseconds of the edit; null where no time is stored. */
  atMs: number | null
  /** The GUID of the message that holds the link preview of this version. */
  previewGuid: string | null
}

interface OriginalPart {
  part: number
  /** The start in UTF-16 code units of the original text. */
  start: number
  length: number
}

interface Translation {
  part: number
  text: string
  from: string | null
  to: string | null
}

interface TargetSummary {
  text: string | null
  contentType: number | null
  appName: string | null
  balloonId: string | null
}

export function decodeSummaryInfo(bytes: Uint8Array): Decoded<SummaryInfo> {
  return decoding(() => {
    const info = readPropertyList(bytes)
    return isRecord(info) ? toSummaryInfo(info) : damage('a summary that is not a dictionary')
  })
}

/** Returns how often a message was edited, over all of its parts. */
export const editCount = ({ editedParts }: SummaryInfo): number =>
  editedParts.reduce((edits, { versions }) => edits + Math.max(versions.length - 1, 0), 0)

/**
 * Whether nothing of the message is left. Messages keeps `date_retracted` at 0, so this is the only trace. Parts that
 * were deleted only on this Mac are gone from the body without being unsent.
 */
export function isFullyUnsent({ unsentParts, originalParts }: SummaryInfo): boolean {
  const unsent = new Set(unsentParts)
  return originalParts.length > 0 && originalParts.every(({ part }) => unsent.has(part))
}

function toSummaryInfo(info: ArchivedRecord): SummaryInfo {
  return {
    editedParts: byPart(info.ec).map(([part, versions]) => ({ part, versions: listIn(versions).map(toVersion) })),
    unsentParts: listIn(info.rp).flatMap((part) => numberIn(part) ?? []),
    originalParts: byPart(info.otr).map(toOriginalPart),
    translations: translationsIn(info.tmp),
    editedUnder: listIn(info.euh).flatMap((handle) => textIn(handle) ?? []),
    target: targetIn(info),
  }
}

/** Sorts the entries of a dictionary by part number, since dictionaries have no order. */
const byPart = (value: ArchivedValue | undefined): [part: number, value: ArchivedValue][] =>
  Object.entries(recordIn(value))
    .map(([part, it]): [number, ArchivedValue] => [Number(part), it])
    .filter(([part]) => Number.isInteger(part))
    .toSorted(([a], [b]) => a - b)

function toVersion(value: ArchivedValue): EditVersion {
  const { t, d, bcg } = recordIn(value)
  const body = bytesIn(t)
  const text = body === null ? null : decodeText(body)
  const seconds = numberIn(d)
  return {
    text: text?.ok ? text.value : null,
    atMs: seconds === null ? null : secondsToUnixMs(seconds),
    previewGuid: textIn(bcg),
  }
}

function toOriginalPart([part, range]: [part: number, range: ArchivedValue]): OriginalPart {
  const { lo, le } = recordIn(range)
  return { part, start: numberIn(lo) ?? 0, length: numberIn(le) ?? 0 }
}

function translationsIn(value: ArchivedValue | undefined): Translation[] {
  const bytes = bytesIn(value)
  const archive = bytes === null ? null : decodeArchive(bytes)
  if (!archive?.ok) return []
  return byPart(archive.value).flatMap(([part, list]) => listIn(list).flatMap((it) => toTranslation(part, it) ?? []))
}

function toTranslation(part: number, value: ArchivedValue): Translation | null {
  const { translatedText, sourceLanguage, translationLanguage } = recordIn(value)
  const text = translatedText instanceof AttributedString ? translatedText.text : textIn(translatedText)
  return text === null ? null : { part, text, from: textIn(sourceLanguage), to: textIn(translationLanguage) }
}

function targetIn({ ams, amc, amd, amb }: ArchivedRecord): TargetSummary | null {
  const target = { text: textIn(ams), contentType: numberIn(amc) || null, appName: textIn(amd), balloonId: textIn(amb) }
  return Object.values(target).every((it) => it === null) ? null : target
}
