/** The characters of an archived string: UTF-8, or UTF-16 where they begin with its mark. */
import { type Buffer, isUtf8 } from 'node:buffer'
import { knownString } from './known-strings.ts'

const replacement = '\ufffd'

/** Null where the bytes are not text. */
export function decodeCharacters(bytes: Buffer, start: number, end: number): string | null {
  if (bytes[start] === 0xff && bytes[start + 1] === 0xfe && end - start >= 2) {
    return (end - start) % 2 === 0 ? bytes.toString('utf16le', start + 2, end) : null
  }
  const known = knownString(bytes, start, end - start)
  if (known !== undefined) return known
  const text = bytes.toString('utf8', start, end)
  // Decoding is lenient and asking first costs more: only what holds the replacement character is looked at again.
  return text.includes(replacement) && !isUtf8(bytes.subarray(start, end)) ? null : text
}
