/** Maps the classes of Apple's Foundation in a keyed archive to values, from an object's fields by name. */
import { Buffer } from 'node:buffer'
import { type ArchivedRecord, type ArchivedValue, bytesIn, listIn, newRecord } from '../archived-value.ts'
import { resolveUrl, secondsToDate } from '../foundation-values.ts'
import { attributedString } from './attributed-string.ts'

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
