/** Reads a property list of either kind. */
import { parseBuffer } from 'bplist-parser'
import type { PlistValue } from './value.ts'
import { parseXmlPlist } from './xml.ts'

export function parsePlist(bytes: Buffer): PlistValue {
  if (bytes.toString('latin1', 0, 6) !== 'bplist') return parseXmlPlist(bytes.toString('utf8'))
  const [root] = parseBuffer<PlistValue>(bytes)
  return root
}
