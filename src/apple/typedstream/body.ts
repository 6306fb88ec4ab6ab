/** Reads the root of a typedstream, and offers a fast path to the text of one that Messages wrote. */

import { Buffer } from 'node:buffer'
import type { ArchivedValue } from '../archived-value.ts'
import { damage } from '../decoded.ts'
import { decodeCharacters } from './characters.ts'
import { openArchive, readGroup } from './objects.ts'
import { openStream, readByte, readUnsigned, type Stream, skip, tag, viewOf } from './stream.ts'

/** Returns the first, and in Messages the only, value of the archive. */
export function readRoot(bytes: Uint8Array): ArchivedValue {
  return readGroup(openArchive(openStream(bytes)))[0] ?? null
}

/** Returns the text of a body that opens as Messages writes them; null for any other, which needs `readRoot`. */
export function readText(bytes: Uint8Array): string | null {
  const view = viewOf(bytes)
  const at = openingLength(view)
  if (at === 0) return null
  const stream: Stream = { bytes: view, bigEndian: false, at, names: [] }
  const length = readUnsigned(stream)
  const start = skip(stream, length)
  const text = decodeCharacters(view, start, stream.at)
  if (readByte(stream) !== tag.end) damage('a text that does not end')
  return text ?? damage('a text that is not text')
}

/**
 * The two byte sequences that Messages writes before the text of a body are recognised, so that they need not be parsed.
 */
const header = '\x04\x0bstreamtyped\x81\xe8\x03'
const newObject = '\x84\x84'
const superclass = '\x84\x84'
const bytesOf = (...parts: string[]) => Buffer.from(parts.join(''), 'latin1')

const immutable = bytesOf(
  `${header}\x84\x01@${newObject}\x84\x12NSAttributedString\x00${superclass}\x08NSObject\x00\x85`,
  `\x92${newObject}\x84\x08NSString\x01\x94\x84\x01+`,
)
const mutable = bytesOf(
  `${header}\x84\x01@${newObject}\x84\x19NSMutableAttributedString\x00${superclass}\x12NSAttributedString\x00`,
  `${superclass}\x08NSObject\x00\x85\x92${newObject}\x84\x0fNSMutableString\x01${superclass}\x08NSString\x01\x95\x84\x01+`,
)

/** Returns the length of this body's opening; 0 where it opens in another way. */
function openingLength(bytes: Buffer): number {
  if (startsWith(bytes, immutable)) return immutable.length
  if (startsWith(bytes, mutable)) return mutable.length
  return 0
}

function startsWith(bytes: Buffer, opening: Buffer): boolean {
  // Comparing from the end is fastest, since the two openings, and bodies of other kinds, differ there.
  for (let i = opening.length - 1; i >= 0; i--) if (bytes[i] !== opening[i]) return false
  return true
}
