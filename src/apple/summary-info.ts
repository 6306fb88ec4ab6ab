/** `message.message_summary_info`: how a message was edited, which parts were unsent, and what was there before. */
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
  /** Parts that were edited, also while `date_edited` is still 0. */
  editedParts: EditedPart[]
  /** Numbers of the parts that were unsent, as they were counted originally. */
  unsentParts: number[]
  /** Where each part was before anything was edited or unsent; empty where nothing ever was. */
  originalParts: OriginalPart[]
  translations: Translation[]
  /** Handles that an edit was made under. */
  editedUnder: string[]
  /** Of a reaction: what it was put on. */
  target: TargetSummary | null
}

interface EditedPart {
  part: number
  /** Oldest first: what was sent at the beginning, what stands now at the end. */
  versions: EditVersion[]
}

interface EditVersion {
  /** Null where its body is damaged. */
  text: string | null
  /** Unix milliseconds; null where no time is noted. */
  atMs: number | null
  /** GUID of the message that holds the link preview of this version. */
  previewGuid: string | null
}

interface OriginalPart {
  part: number
  /** In UTF-16 code units of the original text. */
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

/** How often a message was edited, over all of its parts. */
export const editCount = ({ editedParts }: SummaryInfo): number =>
  editedParts.reduce((edits, { versions }) => edits + Math.max(versions.length - 1, 0), 0)

/**
 * Whether nothing of the message is left. Messages keeps `date_retracted` at 0, so this is the only trace. Parts that were
 * deleted on this Mac alone are gone from the body without being unsent.
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

/** Dictionaries by part number, which come in no order. */
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
