/** Reads a property list of either kind. */
import { isPropertyList, readPropertyList } from '../../../src/apple/plist/binary-plist.ts'
import type { PlistValue } from './value.ts'
import { parseXmlPlist } from './xml.ts'

export function parsePlist(bytes: Buffer): PlistValue {
  return isPropertyList(bytes) ? (readPropertyList(bytes) as PlistValue) : parseXmlPlist(bytes.toString('utf8'))
}
