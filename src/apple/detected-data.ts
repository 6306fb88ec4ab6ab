/**
 * Reads what Apple's data detectors found in a text: dates, addresses, phone numbers, amounts of money and the like.
 */
import { type ArchivedValue, type AttributedString, bytesIn, listIn, recordIn, textIn } from './archived-value.ts'
import { type Stretch, stretchesOf } from './attributed-text.ts'
import { decodeArchive } from './property-list.ts'

type DetectedKind = 'date' | 'address' | 'phone' | 'money' | 'other'

export interface DetectedData extends Stretch {
  kind: DetectedKind
  /** The detector's own name for the type, such as `FullAddress`. */
  type: string
  /** The matched text. */
  text: string
  /** The components of the data, such as the street and the city of an address. */
  parts: DetectedPart[]
}

interface DetectedPart {
  type: string
  text: string
  parts: DetectedPart[]
}

const kinds: [kind: DetectedKind, attribute: string][] = [
  ['date', '__kIMCalendarEventAttributeName'],
  ['address', '__kIMAddressAttributeName'],
  ['phone', '__kIMPhoneNumberAttributeName'],
  ['money', '__kIMMoneyAttributeName'],
  ['other', '__kIMDataDetectedAttributeName'],
]

/** Returns the data in the order of the text; data that cannot be read is left out. */
export function detectedDataOf(body: AttributedString): DetectedData[] {
  const found = kinds.flatMap(([kind, attribute]) =>
    stretchesOf(body, attribute).flatMap(({ value, ...stretch }) => {
      const result = scannerResult(value)
      return result ? [{ kind, ...stretch, ...result }] : []
    }),
  )
  return found.toSorted((a, b) => a.start - b.start)
}

function scannerResult(value: ArchivedValue): DetectedPart | null {
  const bytes = bytesIn(value)
  const archive = bytes === null ? null : decodeArchive(bytes)
  return archive?.ok ? toPart(archive.value) : null
}

/** Reads a DDScannerResult: type, matched string, and nested results. */
function toPart(value: ArchivedValue): DetectedPart | null {
  const { T, MS, SR } = recordIn(value)
  const [type, text] = [textIn(T), textIn(MS)]
  return type === null || text === null ? null : { type, text, parts: listIn(SR).flatMap((part) => toPart(part) ?? []) }
}
