/**
 * Recognises the two byte sequences that Messages writes before the text of a body, so that they need not be parsed.
 */
import { Buffer } from 'node:buffer'

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
export function openingLength(bytes: Buffer): number {
  if (startsWith(bytes, immutable)) return immutable.length
  if (startsWith(bytes, mutable)) return mutable.length
  return 0
}

function startsWith(bytes: Buffer, opening: Buffer): boolean {
  // Comparing from the end is fastest, since the two openings, and bodies of other kinds, differ there.
  for (let i = opening.length - 1; i >= 0; i--) if (bytes[i] !== opening[i]) return false
  return true
}
