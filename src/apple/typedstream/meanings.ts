/** Maps the classes of Apple's Foundation to values, from an archived object's fields in stored order. */
import {
  type ArchivedRecord,
  type ArchivedValue,
  AttributedString,
  isRecord,
  newRecord,
  type Run,
} from '../archived-value.ts'
import { damage, limits } from '../decoded.ts'
import { resolveUrl, secondsToDate } from '../foundation-values.ts'

export type Meaning = (fields: ArchivedValue[], className: string) => ArchivedValue

/** Meanings by class name. A descendant, such as NSMutableString, has the meaning of its nearest ancestor here. */
export const meanings: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ['NSString', ([text]) => (typeof text === 'string' ? text : damage('a string that is not text'))],
  ['NSAttributedString', attributedString],
  ['NSDictionary', dictionary],
  ['NSArray', list],
  ['NSSet', list],
  ['NSOrderedSet', list],
  ['NSValue', boxed],
  ['NSDate', ([seconds]) => (typeof seconds === 'number' ? secondsToDate(seconds) : damage('a date without a time'))],
  ['NSData', data],
  ['NSURL', url],
  ['NSNull', () => null],
])

/** Keeps an object of any other class as its name, since its fields mean nothing without the class. */
export const nameOnly: Meaning = (_, className) => Object.assign(newRecord(), { $class: className })

/** The fields are the number of pairs, then keys and values alternately. */
function dictionary(fields: ArchivedValue[]): ArchivedValue {
  const end = fields.length
  if (typeof fields[0] !== 'number' || end !== 1 + fields[0] * 2) return damage('a dictionary that is not in pairs')
  const record = newRecord()
  for (let i = 1; i < end; i += 2) {
    const key = fields[i]
    if (typeof key === 'string' || typeof key === 'number') record[key] = fields[i + 1] ?? null
  }
  return record
}

function list(fields: ArchivedValue[]): ArchivedValue {
  return fields[0] === fields.length - 1 ? fields.slice(1) : damage('a list of another length than it says')
}

/** NSNumber and NSValue store a type encoding, then the value. NSDecimalNumber stores something else. */
function boxed(fields: ArchivedValue[], className: string): ArchivedValue {
  const [encoding, value = null] = fields
  return fields.length === 2 && typeof encoding === 'string' ? value : nameOnly(fields, className)
}

function data([length, bytes]: ArchivedValue[]): ArchivedValue {
  if (length === 0) return new Uint8Array()
  return bytes instanceof Uint8Array && bytes.length === length ? bytes : damage('data of another length than it says')
}

/** The fields are whether there is a base, the base if so, and the URL, which may be relative to the base. */
function url([hasBase, first = null, second = null]: ArchivedValue[]): ArchivedValue {
  const [base, relative] = hasBase ? [first, second] : [null, first]
  if (typeof relative !== 'string') return damage('a URL that is not text')
  return resolveUrl(relative, typeof base === 'string' ? base : null)
}

/**
 * Decodes NSAttributedString: its text, then each run as the number of an attribute set and a length. A set of attributes
 * follows the first run that has it; later runs refer to it only by number.
 */
function attributedString(fields: ArchivedValue[]): AttributedString {
  const text = fields[0]
  if (typeof text !== 'string') return damage('a body without a text')
  const sets = new Map<number, ArchivedRecord>()
  const runs: Run[] = []
  let start = 0
  for (let i = 1; i < fields.length; ) {
    const set = fields[i++]
    const length = fields[i++]
    if (typeof set !== 'number' || !isLength(length)) return damage('a run without a length')
    const attributes = sets.get(set) ?? attributeSet(fields[i++])
    sets.set(set, attributes)
    runs.push({ start, length, attributes })
    start += length
  }
  if (start !== text.length) damage('runs that do not cover the text')
  if (runs.length > limits.items) damage('more runs than any message has')
  return new AttributedString(text, runs)
}

const attributeSet = (value: ArchivedValue | undefined): ArchivedRecord =>
  value !== undefined && isRecord(value) ? value : damage('a run without attributes')

const isLength = (value: ArchivedValue | undefined): value is number => Number.isInteger(value) && Number(value) >= 0
