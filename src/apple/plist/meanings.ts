/** Maps the classes of Apple's Foundation in a keyed archive to values, from an object's fields by name. */
import { Buffer } from 'node:buffer'
import {
  type ArchivedRecord,
  type ArchivedValue,
  AttributedString,
  bytesIn,
  isRecord,
  listIn,
  newRecord,
  type Run,
  recordIn,
} from '../archived-value.ts'
import { damage } from '../decoded.ts'
import { resolveUrl, secondsToDate } from '../foundation-values.ts'

/** Returns undefined where the fields are not those of the class; the object is then kept as a record. */
type Meaning = (fields: ArchivedRecord) => ArchivedValue | undefined

/** Meanings by class name. A descendant, such as NSMutableString, has the meaning of its nearest ancestor here. */
export const meanings: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ['NSString', (fields) => fields['NS.string']],
  ['NSAttributedString', attributedString],
  ['NSDictionary', dictionary],
  ['NSArray', (fields) => listIn(fields['NS.objects'])],
  ['NSSet', (fields) => listIn(fields['NS.objects'])],
  ['NSOrderedSet', (fields) => listIn(fields['NS.objects'])],
  ['NSDate', date],
  ['NSData', (fields) => bytesIn(fields['NS.data']) ?? undefined],
  ['NSURL', url],
  ['NSUUID', uuid],
  ['NSNull', () => null],
])

function dictionary(fields: ArchivedRecord): ArchivedValue | undefined {
  const [keys, values] = [listIn(fields['NS.keys']), listIn(fields['NS.objects'])]
  if (keys.length !== values.length) return undefined
  const record = newRecord()
  for (const [i, key] of keys.entries()) {
    if (typeof key === 'string' || typeof key === 'number') record[key] = values[i] ?? null
  }
  return record
}

function date(fields: ArchivedRecord): ArchivedValue | undefined {
  const seconds = fields['NS.time']
  return typeof seconds === 'number' ? secondsToDate(seconds) : undefined
}

function url(fields: ArchivedRecord): ArchivedValue | undefined {
  const [base, relative] = [fields['NS.base'], fields['NS.relative']]
  if (typeof relative !== 'string') return undefined
  return resolveUrl(relative, typeof base === 'string' ? base : null)
}

/** Formats a UUID in its usual notation, and as plain digits where it does not have the usual length. */
function uuid(fields: ArchivedRecord): ArchivedValue | undefined {
  const bytes = bytesIn(fields['NS.uuidbytes'])
  if (bytes === null) return undefined
  const digits = Buffer.from(bytes).toString('hex').toUpperCase()
  if (bytes.length !== 16) return digits
  return [8, 12, 16, 20, 32].map((end, i, ends) => digits.slice(ends[i - 1] ?? 0, end)).join('-')
}

/**
 * Decodes NSAttributedString: its text, its sets of attributes, and packed numbers that map runs to sets. A single set of
 * attributes is stored without a list of sets and without runs, and applies everywhere.
 */
function attributedString(fields: ArchivedRecord): AttributedString {
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
