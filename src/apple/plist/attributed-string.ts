/**
 * Decodes NSAttributedString in a keyed archive: its text, its sets of attributes, and packed numbers that map runs to
 * sets.
 */
import {
  type ArchivedRecord,
  type ArchivedValue,
  AttributedString,
  bytesIn,
  isRecord,
  type Run,
  recordIn,
} from '../archived-value.ts'
import { damage } from '../decoded.ts'

/** A single set of attributes is stored without a list of sets and without runs, and applies everywhere. */
export function attributedString(fields: ArchivedRecord): AttributedString {
  const { NSString: text, NSAttributes: sets = null, NSAttributeInfo: info } = fields
  if (typeof text !== 'string') return damage('a body without a text')
  if (!Array.isArray(sets)) return new AttributedString(text, wholeText(text, recordIn(sets)))
  const runs = readRuns(sets, bytesIn(info) ?? damage('sets of attributes without runs'))
  if (runs.reduce((end, run) => end + run.length, 0) !== text.length) damage('runs that do not cover the text')
  return new AttributedString(text, runs)
}

const wholeText = (text: string, attributes: ArchivedRecord): Run[] =>
  text === '' ? [] : [{ start: 0, length: text.length, attributes }]

function readRuns(sets: ArchivedValue[], info: Uint8Array): Run[] {
  const numbers = unpack(info)
  const runs: Run[] = []
  let start = 0
  for (let i = 0; i + 1 < numbers.length; i += 2) {
    const [length = 0, set = 0] = numbers.slice(i, i + 2)
    const attributes = sets[set] ?? null
    runs.push({ start, length, attributes: isRecord(attributes) ? attributes : damage('a run without attributes') })
    start += length
  }
  return runs
}

/** Reads numbers of seven bits from each byte, lowest first; the top bit means that more bytes follow. */
function unpack(bytes: Uint8Array): number[] {
  const numbers: number[] = []
  let [value, scale] = [0, 1]
  for (const byte of bytes) {
    value += (byte & 0x7f) * scale
    scale *= 0x80
    if (byte >= 0x80) continue
    numbers.push(value)
    value = 0
    scale = 1
  }
  return numbers
}
