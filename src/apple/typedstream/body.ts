/** Reads the root of a typedstream, and offers a fast path to the text of one that Messages wrote. */
import type { ArchivedValue } from '../archived-value.ts'
import { damage } from '../decoded.ts'
import { decodeCharacters } from './characters.ts'
import { openArchive, readGroup } from './objects.ts'
import { openingLength } from './opening.ts'
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
