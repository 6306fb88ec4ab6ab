/** Decodes property lists as Messages stores them: plain, or as the container of a keyed archive. */
import type { ArchivedValue } from './archived-value.ts'
import { type Decoded, decoding } from './decoded.ts'
import { readPropertyList } from './plist/binary-plist.ts'
import { readArchive } from './plist/keyed-archive.ts'

/** Returns the top object of a binary property list. */
export function decodePropertyList(bytes: Uint8Array): Decoded<ArchivedValue> {
  return decoding(() => readPropertyList(bytes))
}

/**
 * Returns the root object of a keyed archive with its references resolved. URLs and UUIDs become text; an object of an
 * unknown class is a record of its fields with the class's name under `$class`.
 */
export function decodeArchive(bytes: Uint8Array): Decoded<ArchivedValue> {
  return decoding(() => readArchive(bytes))
}
